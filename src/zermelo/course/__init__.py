"""The practice course: its tasks, and a grader for programs in any language.

    folders    what people have put into a folder, without what programs leave there
    tasks      what course/ holds: statements, hints, cases, known mistakes
    languages  how a program in each language is recognised and run
    starters   reference programs made into what a learner begins with
    starting   a task is begun in a folder
    sandbox    a program in its own process, with limits on time, memory, output and processes
    endings    what its bad end means
    grading    its answers compared with the cases; which case failed, and in what way
    diagnosis  the likely mistake, from what known wrong programs answer
    progress   what a learner has passed
    classroom  many submissions at once

The tasks themselves lie in the folder `course`, at the top of a checkout.
"""

from zermelo.course.grading import Grade, grade
from zermelo.course.tasks import Task, all_tasks, task_named

__all__ = ["Grade", "Task", "all_tasks", "grade", "task_named"]

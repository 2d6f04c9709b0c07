"""The practice course: its tasks, and a grader for programs in any language.

    folders    the files that people wrote, without those that editors, compilers and systems leave behind
    tasks      the tasks in course/: statements, hints, cases, known mistakes
    languages  how to recognise and run a program in each language
    starting   makes the starter files of a task, and copies them into a folder
    sandbox    runs a program in its own process, with limits on time, memory, output and processes
    grading    compares the answers of a program with the cases, and describes the first wrong one and the likely mistake
    progress   the tasks that a learner has passed
    classroom  grades the programs of a class

The tasks are in the folder `course`, at the top of a checkout.
"""

from zermelo.course.grading import Grade, grade
from zermelo.course.tasks import Task, all_tasks, task_named

__all__ = ["Grade", "Task", "all_tasks", "grade", "task_named"]

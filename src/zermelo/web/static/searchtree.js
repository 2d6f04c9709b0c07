// The viewer of search trees: it draws a tree and steps through the search. zermelo.pictures.document makes the document.
import { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact";
import { hierarchy, tree } from "d3-hierarchy";

const LEVEL = 112;
const TALL = 26;
const LINE = 14;
const SMALL = 11;
const GAP = 14;
const MARGIN = 28;
const LONGEST = 32;
const AT_FIRST = [60, 40, 25, 15, 9]; // nodes shown at first: as many as fit into the frame
const ZOOMS = { least: 0.1, most: 2.5, step: 1.25, small: 0.5, readable: 0.75 };
const PACES = [1, 2, 5, 20]; // steps per second
const PRUNING = ["table", "bound"];
const LEAVES = ["terminal", "horizon"];
/** Put a viewer into an element. Returns a function that removes it. */
export function mount(element, doc) {
  render(html`<${SearchTree} doc=${doc} />`, element);
  return () => render(null, element);
}

/** The viewer of one document. A new document resets it. */
export function SearchTree({ doc }) {
  const search = useMemo(() => searchOf(doc), [doc]);
  return html`<${Viewer} key=${search.key} search=${search} />`;
}

// --- the steps of a search ---------------------------------------------------------------------------------------------
let documents = 0;

/** The tree with its steps: a node is entered, its remaining moves are cut, the node is left. */
function searchOf(doc) {
  const nodes = doc.nodes.map((node) => ({ ...node, kids: [], below: node.hidden }));
  const roots = [];
  for (const node of nodes) {
    if (node.parent === null) {
      node.title = doc.titles[roots.length];
      roots.push(node);
    } else {
      nodes[node.parent].kids.push(node);
    }
  }
  for (let number = nodes.length - 1; number >= 0; number -= 1) {
    const node = nodes[number];
    if (node.parent !== null) nodes[node.parent].below += node.below + 1;
    const tries = node.kids.filter((kid) => kid.move === node.best);
    if (tries.length > 0) tries[tries.length - 1].isBest = true;
  }
  documents += 1;
  const steps = stepsOf(nodes, roots);
  return { doc, nodes, roots, steps, tallies: talliesOf(steps), key: documents };
}

function stepsOf(nodes, roots) {
  const steps = [];
  const pending = roots.map((node) => ({ kind: "enter", node })).reverse();
  while (pending.length > 0) {
    const step = pending.pop();
    const node = step.node;
    steps.push(step);
    if (step.kind === "enter") {
      node.entered = steps.length;
      pending.push({ kind: "leave", node });
      if (node.cut) pending.push({ kind: "cut", node });
      for (let number = node.kids.length - 1; number >= 0; number -= 1) {
        pending.push({ kind: "enter", node: node.kids[number] });
      }
    } else if (step.kind === "cut") {
      node.wasCut = steps.length;
    } else {
      node.left = steps.length;
    }
  }
  return steps;
}

/** The counters after each number of steps. */
function talliesOf(steps) {
  const now = { nodes: 0, cutoffs: 0, hits: 0, bounds: 0, leaves: 0 };
  const tallies = [{ ...now }];
  for (const { kind, node } of steps) {
    if (kind === "enter") now.nodes += 1;
    if (kind === "cut") now.cutoffs += 1;
    if (kind === "leave" && node.reason === "table") now.hits += 1;
    if (kind === "leave" && node.reason === "bound") now.bounds += 1;
    if (kind === "leave" && LEAVES.includes(node.reason)) now.leaves += 1;
    tallies.push({ ...now });
  }
  return tallies;
}

function pathTo(nodes, node) {
  const path = [];
  for (let at = node; at; at = at.parent === null ? null : nodes[at.parent]) path.unshift(at);
  return path;
}

/** A step, described in a sentence or two. */
function sentenceOf(search, at) {
  const { doc, steps } = search;
  if (at === 0) return "Nothing has been searched yet.";
  const { kind, node } = steps[at - 1];
  const where = whereOf(search, node);
  const toMove = `${node.chance ? "chance" : doc.names[node.mover]} is to move`;
  if (kind === "enter") {
    const visited = `isited${node.again ? " again" : ""} with the window ${windowOf(node)}.`;
    return node.reason === "terminal" ? `${where}: v${visited}` : `${where}, ${toMove}. V${visited}`;
  }
  if (kind === "cut") return `${where}, ${toMove}. ${node.cut.sentence}`;
  const hidden = node.hidden > 0 ? ` ${nodesBelow(node.hidden)} ${node.hidden === 1 ? "is" : "are"} not drawn.` : "";
  const end = at === steps.length ? ` The search ends here. ${doc.sentence}` : "";
  return `${where}${resultOf(search, node, toMove)}.${hidden}${end}`;
}

/** The moves that lead to a node; before them its pass or its depth, if the root is searched several times. */
function whereOf({ nodes, roots, doc }, node) {
  const path = pathTo(nodes, node);
  const moves = path.slice(1).map((each) => short(each.move));
  const shown = moves.length > 8 ? ["…", ...moves.slice(-8)] : moves;
  const root = roots.length > 1 ? `${doc.titles[roots.indexOf(path[0])].split(",")[0]}: ` : "";
  const where = root + (shown.length > 0 ? `after ${shown.join(" ")}` : "at the root");
  return where[0].toUpperCase() + where.slice(1);
}

/** What the search of a node has found, as the end of a sentence. Values are those that the pictures show. */
function resultOf({ doc, nodes }, node, toMove) {
  const value = `the value is ${node.value} for ${doc.names[doc.two_sided ? nodes[0].mover : node.mover]}`;
  if (node.value === null) return `, ${toMove}. This position is put aside, undecided`;
  if (node.reason === "terminal") return `, the game is over: ${value}`;
  if (node.reason === "horizon") return `, the depth limit is reached: as an estimate, ${value}`;
  if (node.reason === "table") return `, ${toMove}. The transposition table knows this position: ${value}`;
  if (node.reason === "bound") return `, ${toMove}. The game proves a bound that is enough here: ${value}`;
  if (node.chance) return `, chance is to move. All outcomes together: on average, ${value}`;
  return `, ${toMove}. Search finished: ${value}${node.best ? `, with the best move ${node.best}` : ""}`;
}

const nodesBelow = (count) => `${count} ${count === 1 ? "node" : "nodes"} below`;

const windowOf = (node) => `[${node.alpha}, ${node.beta}]`;

// --- layout ------------------------------------------------------------------------------------------------------------
/** The nodes expanded at first: as many as are still readable if the tree fits into a frame. */
function openAtFirst(search, frame) {
  const choices = AT_FIRST.map((most) => openUpTo(search, most));
  return choices.find((open) => fitting(layoutOf(search, open), frame) >= ZOOMS.readable) ?? choices[choices.length - 1];
}

/** The zoom with which a whole tree fits into a frame. */
const fitting = (layout, [wide, tall]) => Math.min(1, wide / layout.wide, tall / layout.tall);

/** The nodes to expand, level by level, so that up to `most` nodes are shown. */
function openUpTo(search, most) {
  const open = new Set();
  const queue = [...search.roots];
  let shown = queue.length;
  for (let place = 0; place < queue.length; place += 1) {
    const node = queue[place];
    if (node.kids.length === 0 || shown + node.kids.length > most) continue;
    open.add(node.id);
    shown += node.kids.length;
    queue.push(...node.kids);
  }
  return open;
}

const columns = (text) => [...text].reduce((sum, char) => sum + (char > "\u2e7f" ? 2 : 1), 0);
const widthOf = (text, size) => columns(text) * size * 0.58;
const short = (text) => (columns(text) <= LONGEST ? text : `${[...text].slice(0, LONGEST - 1).join("")}…`);

/** A node with all that is drawn below it: its children, a triangle for hidden nodes, a cross for cut moves. */
function itemOf(node, open) {
  const breadth = Math.max(TALL, widthOf(node.drawing.value, 13) + 14);
  const item = { kind: "node", key: `n${node.id}`, node, lines: node.drawing.lines, label: node.drawing.label, breadth, below: [] };
  item.wide = wideOf(item);
  const isOpen = open.has(node.id) || node.kids.length === 0;
  item.below = isOpen ? node.kids.map((kid) => itemOf(kid, open)) : [];
  const unseen = isOpen ? node.hidden : node.below;
  if (unseen > 0) item.below.push(extra("more", node, [`${unseen.toLocaleString("en")} more`], !isOpen));
  if (node.cut && isOpen) item.below.push(extra("cut", node, node.cut.lines));
  return item;
}

function extra(kind, node, lines, opens = false) {
  const item = { kind, key: `${kind[0]}${node.id}`, node, lines, label: "", breadth: 28, below: [], opens };
  item.wide = wideOf(item);
  return item;
}

function wideOf(item) {
  const texts = [item.label, ...item.lines].map((text) => widthOf(text, SMALL));
  return Math.max(28, item.breadth, item.node.title ? widthOf(item.node.title, 12.5) : 0, ...texts);
}

/** All items with their places. Several roots are side by side. */
function layoutOf(search, open) {
  const all = { below: search.roots.map((root) => itemOf(root, open)), wide: 0 };
  const apart = (a, b) => (a.data.wide + b.data.wide) / 2 + (a.depth === 1 ? 3 * GAP : GAP);
  const laid = tree().nodeSize([1, LEVEL]).separation(apart)(hierarchy(all, (item) => item.below));
  const places = laid.descendants().slice(1);
  let low = Infinity;
  let high = -Infinity;
  let deep = 0;
  for (const place of places) {
    low = Math.min(low, place.x - place.data.wide / 2);
    high = Math.max(high, place.x + place.data.wide / 2);
    deep = Math.max(deep, place.depth - 1);
  }
  const top = MARGIN + 2 * LINE + TALL / 2;
  for (const place of places) {
    place.x += MARGIN - low;
    place.y = top + (place.depth - 1) * LEVEL;
  }
  const wide = high - low + 2 * MARGIN;
  return { places, wide, tall: top + deep * LEVEL + TALL + 4 * LINE + MARGIN };
}

// --- drawing -----------------------------------------------------------------------------------------------------------
function Shape({ name, wide }) {
  const w = wide / 2;
  const h = TALL / 2;
  if (name === "square" || name === "round") {
    return html`<rect class="shape" x=${-w} y=${-h} width=${wide} height=${TALL} rx=${name === "round" ? h : 1} />`;
  }
  const corners = {
    diamond: [[-w - 9, 0], [0, -h - 2], [w + 9, 0], [0, h + 2]],
    hexagon: [[-w - 4, 0], [-w + 5, -h], [w - 5, -h], [w + 4, 0], [w - 5, h], [-w + 5, h]],
    octagon: [[-w, -6], [-w + 7, -h], [w - 7, -h], [w, -6], [w, 6], [w - 7, h], [-w + 7, h], [-w, 6]],
  }[name];
  return html`<polygon class="shape" points=${corners.map((corner) => corner.join(",")).join(" ")} />`;
}

const cross = (y, r) => html`<path class="cross" d=${`M${-r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`} />`;

const texts = (lines, y) =>
  lines.map((line, number) => html`<text key=${number} class="small" y=${y + LINE * number}>${line}</text>`);

function NodeMark({ item, at, role }) {
  const { node, lines } = item;
  const { shape, tone, value } = node.drawing;
  const left = node.left <= at;
  const names = ["node", shape, left ? tone : "", role];
  const reason = left ? lines : lines.slice(0, 1);
  return html`<g class=${names.filter(Boolean).join(" ")}>
    ${node.title && html`<text class="title" y=${-TALL / 2 - LINE - 4}>${node.title}</text>`}
    <${Shape} name=${shape} wide=${item.breadth} />
    <text class="value" y="4.5">${left ? value : node.entered <= at ? "…" : ""}</text>
    <text class="move" y=${-TALL / 2 - 5}>${item.label}</text>
    ${texts(reason, TALL / 2 + 12)}
    ${left && PRUNING.includes(node.reason) && html`<g class=${`cut ${node.reason}`}>${cross(TALL / 2 + 14 + LINE * lines.length, 4)}</g>`}
  </g>`;
}

function ExtraMark({ item, role }) {
  if (item.kind === "cut") {
    return html`<g class=${`cut window ${role}`}>
      <title>${item.node.cut.sentence}</title>
      ${cross(-TALL / 2 + 8, 6)}${texts(item.lines, TALL / 2 + 4)}
    </g>`;
  }
  return html`<g class=${`more ${role}`}>
    <path class="shape" d=${`M0 ${-TALL / 2 + 4}l14 22h-28z`} />${texts(item.lines, TALL / 2 + 14)}
  </g>`;
}

function Edge({ place, at, onPath }) {
  const above = place.parent;
  const { kind, node } = place.data;
  const isNode = kind === "node";
  const names = ["edge", isNode && node.again && "again", isNode && node.isBest && bestKnown(above, at) && "best"];
  names.push(kind === "more" && "dotted", isNode && onPath && "path", isFaint(place.data, at) && "faint");
  return html`<line
    class=${names.filter(Boolean).join(" ")}
    x1=${above.x}
    y1=${above.y + TALL / 2 + above.data.lines.length * LINE + 4}
    x2=${place.x}
    y2=${place.y - TALL / 2 - (isNode ? LINE + 2 : -4)}
  />`;
}

const bestKnown = (place, at) => place.data.node.left <= at;

/** Whether the search has not reached an item yet. */
function isFaint({ kind, node, opens }, at) {
  if (kind === "cut") return node.wasCut > at;
  return kind === "node" || !opens ? node.entered > at : node.left > at;
}

// --- the viewer --------------------------------------------------------------------------------------------------------
function Viewer({ search }) {
  const { doc, nodes, steps } = search;
  const [expanded, setExpanded] = useState(() => new Set());
  const [at, setAt] = useState(steps.length);
  const [isPlaying, setPlaying] = useState(false);
  const [pace, setPace] = useState(2);
  const path = useMemo(() => {
    const isInside = at > 0 && at < steps.length;
    return new Set(isInside ? pathTo(nodes, steps[at - 1].node).map((node) => node.id) : []);
  }, [search, at]);
  const open = useMemo(() => withPath(expanded, nodes, path), [expanded, path]);
  const layout = useMemo(() => layoutOf(search, open), [search, open]);

  const go = (to) => setAt(Math.max(0, Math.min(steps.length, to)));
  const stop = (to) => {
    setPlaying(false);
    go(to);
  };
  const play = () => {
    if (!isPlaying && at === steps.length) go(0);
    setPlaying(!isPlaying);
  };
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1), 1000 / pace);
    return () => clearTimeout(timer);
  }, [isPlaying, at, pace]);

  const toggle = (node) => {
    const next = new Set(expanded);
    if (open.has(node.id)) next.delete(node.id);
    else next.add(node.id);
    setExpanded(next);
  };
  const openFirst = (frame) => {
    const first = openAtFirst(search, frame);
    setExpanded(first);
    return layoutOf(search, first);
  };
  const onKeyDown = (event) => {
    const own = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (own && event.key !== " ") return;
    if (event.key === " " && ["BUTTON", "SELECT", "SUMMARY"].includes(event.target.tagName)) return;
    const done = { ArrowLeft: () => stop(at - 1), ArrowRight: () => stop(at + 1) };
    Object.assign(done, { Home: () => stop(0), End: () => stop(steps.length), " ": play });
    if (!done[event.key]) return;
    event.preventDefault();
    done[event.key]();
  };

  return html`<section class="search-tree" aria-label=${`Search tree of ${doc.game} by ${doc.algorithm}`} onKeyDown=${onKeyDown}>
    <p class="verdict"><strong>${doc.sentence}</strong>${doc.complete ? "" : " Only the beginning of the search is drawn."}</p>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${control("First", "M6 5v14M19 5l-9 7 9 7z", () => stop(0), at === 0)}
        ${control("Back", "M16 5l-9 7 9 7z", () => stop(at - 1), at === 0)}
        ${control(isPlaying ? "Pause" : "Play", isPlaying ? "M8 5v14M16 5v14" : "M7 4l12 8-12 8z", play)}
        ${control("Forward", "M8 5l9 7-9 7z", () => stop(at + 1), at === steps.length)}
        ${control("Last", "M18 5v14M5 5l9 7-9 7z", () => stop(steps.length), at === steps.length)}
      </div>
      <label class="pace">Speed
        <select value=${pace} onChange=${(event) => setPace(Number(event.target.value))}>
          ${PACES.map((each) => html`<option key=${each} value=${each}>${each} per second</option>`)}
        </select>
      </label>
      <label class="slider"><span>Step ${at} of ${steps.length}</span>
        <input type="range" min="0" max=${steps.length} value=${at} onInput=${(event) => stop(Number(event.target.value))} />
      </label>
    </div>
    <p class="step" role="status" aria-live=${isPlaying ? "off" : "polite"}>${sentenceOf(search, at)}</p>
    <div class="stage">
      <${Picture} search=${search} layout=${layout} at=${at} path=${path} open=${open} toggle=${toggle}
        expandAll=${() => setExpanded(new Set(nodes.filter((node) => node.kids.length > 0).map((node) => node.id)))}
        openFirst=${openFirst} />
      <${Counters} search=${search} at=${at} />
    </div>
  </section>`;
}

/** The expanded nodes, with those on the path to the current node. */
function withPath(expanded, nodes, path) {
  const missing = [...path].filter((id) => nodes[id].kids.length > 0 && !expanded.has(id));
  return missing.length > 0 ? new Set([...expanded, ...missing]) : expanded;
}

function control(name, drawing, act, disabled = false) {
  return html`<button type="button" aria-label=${name} title=${name} aria-disabled=${disabled} onClick=${act}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${drawing} /></svg>
  </button>`;
}

/** The part that scrolls and zooms. Only items in view or near it are drawn. */
function Picture({ search, layout, at, path, open, toggle, expandAll, openFirst }) {
  const box = useRef(null);
  const anchor = useRef(null); // a point that stays where it is on the screen when the layout or the zoom changes
  const drag = useRef(null);
  const [zoom, setZoom] = useState(null);
  const [view, setView] = useState({ x: 0, y: 0, w: 1200, h: 800 });
  const scale = zoom ?? 1;

  const updateView = () => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = box.current;
    const [w, h] = [Math.max(clientWidth, 200) / scale, Math.max(clientHeight, 200) / scale];
    const next = { x: Math.floor((scrollLeft / scale / w) * 2) / 2 * w, y: Math.floor((scrollTop / scale / h) * 2) / 2 * h, w, h };
    if (["x", "y", "w", "h"].some((name) => next[name] !== view[name])) setView(next);
  };
  const holdPoint = (x, y) => {
    const spot = box.current.getBoundingClientRect();
    anchor.current = { x: x ?? spot.width / 2, y: y ?? spot.height / 2 };
    anchor.current.atX = (box.current.scrollLeft + anchor.current.x - inset(box.current, layout, scale)) / scale;
    anchor.current.atY = (box.current.scrollTop + anchor.current.y) / scale;
  };
  const zoomTo = (to, x, y) => {
    holdPoint(x, y);
    setZoom(Math.max(ZOOMS.least, Math.min(ZOOMS.most, to)));
  };
  const fit = () => zoomTo(fitting(layout, frameOf(box.current)));
  const collapse = () => {
    const frame = frameOf(box.current);
    setZoom(Math.max(ZOOMS.small, fitting(openFirst(frame), frame)));
    anchor.current = { root: true };
  };

  useLayoutEffect(collapse, []);
  useLayoutEffect(() => {
    if (zoom === null) return;
    const spot = anchor.current;
    anchor.current = null;
    if (spot?.root) {
      box.current.scrollLeft = layout.places[0].x * scale + inset(box.current, layout, scale) - box.current.clientWidth / 2;
      box.current.scrollTop = 0;
    } else if (spot) {
      const place = spot.id === undefined ? null : layout.places.find((each) => each.data.kind === "node" && each.data.node.id === spot.id);
      box.current.scrollLeft = (place ? place.x : spot.atX) * scale - spot.x + inset(box.current, layout, scale);
      box.current.scrollTop = (place ? place.y : spot.atY) * scale - spot.y;
    }
    updateView();
  }, [layout, zoom]);
  useEffect(() => {
    const onWheel = (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const spot = box.current.getBoundingClientRect();
      zoomTo(scale * Math.exp(-event.deltaY / 300), event.clientX - spot.left, event.clientY - spot.top);
    };
    const element = box.current;
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [layout, scale]);
  useEffect(() => {
    const watch = new ResizeObserver(() => box.current && updateView());
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [scale, view]);
  const began = useRef(at);
  useEffect(() => {
    if (began.current === at) return;
    began.current = at;
    if (at > 0 && at < search.steps.length) bringIntoView(box.current, placeOf(layout, search.steps[at - 1]), layout, scale);
  }, [at, layout]);

  const press = (node, place) => {
    holdPoint();
    const x = place.x * scale + inset(box.current, layout, scale) - box.current.scrollLeft;
    anchor.current = { ...anchor.current, id: node.id, x, y: place.y * scale - box.current.scrollTop };
    toggle(node);
  };
  const expand = () => {
    anchor.current = { root: true };
    expandAll();
  };
  const onPointerDown = (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    drag.current = { x: event.clientX, y: event.clientY, left: box.current.scrollLeft, top: box.current.scrollTop };
  };
  const onPointerMove = (event) => {
    const from = drag.current;
    if (!from || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moved && Math.hypot(dx, dy) < 5) return;
    if (!from.moved) box.current.setPointerCapture(event.pointerId);
    from.moved = true;
    box.current.scrollLeft = from.left - dx;
    box.current.scrollTop = from.top - dy;
  };
  const onClick = (event) => {
    if (drag.current?.moved) event.stopPropagation();
    drag.current = null;
  };
  const onKeyDown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] }[event.key];
    if (by && (event.shiftKey || by[0] === 0)) box.current.scrollBy(...by);
    else if (event.key === "+" || event.key === "=") zoomTo(scale * ZOOMS.step);
    else if (event.key === "-") zoomTo(scale / ZOOMS.step);
    else return;
    event.preventDefault();
  };

  const near = nearby(layout, view);
  const roleOf = (place) => {
    const { data } = place;
    return [isFaint(data, at) && "faint", data.kind === "node" && path.has(data.node.id) && "path", isCurrent(search, data, at) && "current"].filter(Boolean).join(" ");
  };
  return html`<div class="picture">
    <div class="tools" role="group" aria-label="Zoom and expand">
      <button type="button" onClick=${() => zoomTo(scale * ZOOMS.step)} aria-label="Zoom in" title="Zoom in">+</button>
      <button type="button" onClick=${() => zoomTo(scale / ZOOMS.step)} aria-label="Zoom out" title="Zoom out">−</button>
      <button type="button" onClick=${fit}>Fit</button>
      <button type="button" onClick=${expand}>Expand all</button>
      <button type="button" onClick=${collapse}>Collapse</button>
    </div>
    <div class="box" ref=${box} tabindex="0" role="group" aria-label="The tree. + and − zoom, Shift with an arrow key scrolls, Enter expands or collapses a node."
      onScroll=${updateView} onPointerDown=${onPointerDown} onPointerMove=${onPointerMove} onClickCapture=${onClick} onKeyDown=${onKeyDown}>
      <svg width=${layout.wide * scale} height=${layout.tall * scale} viewBox=${`0 0 ${layout.wide} ${layout.tall}`}>
        ${near.edges.map((place) => html`<${Edge} key=${`e${place.data.key}`} place=${place} at=${at} onPath=${path.has(place.data.node.id)} />`)}
        ${near.marks.map((place) => mark(search, place, at, roleOf(place), open, press))}
      </svg>
    </div>
    <${Legend} doc=${search.doc} />
  </div>`;
}

/** The width and the height that a picture may have without scrolling. */
function frameOf(element) {
  return [element.clientWidth, parseFloat(getComputedStyle(element).maxHeight) - 4];
}

/** The space to the left of a picture that is narrower than its box. */
const inset = (element, layout, scale) => Math.max(0, (element.clientWidth - layout.wide * scale) / 2);

/** The items and edges to draw: those in view, or within half a view of it. */
function nearby(layout, view) {
  const [left, right] = [view.x - view.w / 2, view.x + 2 * view.w];
  const [top, bottom] = [view.y - view.h / 2, view.y + 2 * view.h];
  const marks = layout.places.filter(({ x, y }) => x > left - 120 && x < right + 120 && y > top - 80 && y < bottom + 80);
  const edges = layout.places.filter(({ x, y, parent, depth }) => {
    if (depth === 1) return false;
    return Math.max(x, parent.x) > left && Math.min(x, parent.x) < right && y > top && parent.y < bottom;
  });
  return { marks, edges };
}

function isCurrent(search, { kind, node }, at) {
  if (at === 0 || at === search.steps.length) return false;
  const step = search.steps[at - 1];
  return step.node === node && (step.kind === "cut" ? kind === "cut" : kind === "node");
}

function placeOf(layout, step) {
  const wanted = layout.places.filter(({ data }) => data.node === step.node);
  return wanted.find(({ data }) => data.kind === (step.kind === "cut" ? "cut" : "node")) ?? wanted[0];
}

function bringIntoView(element, place, layout, scale) {
  if (!place) return;
  const x = place.x * scale + inset(element, layout, scale) - element.scrollLeft;
  const y = place.y * scale - element.scrollTop;
  if (x < 60 || x > element.clientWidth - 60) element.scrollLeft += x - element.clientWidth / 2;
  if (y < 50 || y > element.clientHeight - 60) element.scrollTop += y - element.clientHeight / 2;
}

function mark(search, place, at, role, open, press) {
  const { data } = place;
  const { node, kind } = data;
  const canOpen = (kind === "node" && node.kids.length > 0) || data.opens;
  const where = { key: data.key, transform: `translate(${place.x} ${place.y})` };
  const inside = kind === "node" ? html`<${NodeMark} item=${data} at=${at} role=${role} />` : html`<${ExtraMark} item=${data} role=${role} />`;
  if (!canOpen || kind === "more") {
    return html`<g ...${where} class=${canOpen ? "opens" : ""} onClick=${canOpen ? () => press(node, place.parent) : null}>${inside}</g>`;
  }
  const onKeyDown = (event) => {
    if (event.key === "Enter") press(node, place);
  };
  const title = `${node.move || "root"}, value ${node.left <= at ? (node.value ?? "unknown") : "not known yet"}, ${nodesBelow(node.below)}`;
  return html`<g ...${where} class="opens" role="button" tabindex="0" aria-expanded=${open.has(node.id) ? "true" : "false"}
    onClick=${() => press(node, place)} onKeyDown=${onKeyDown}><title>${title}</title>${inside}</g>`;
}

function Counters({ search, at }) {
  const { doc, tallies, steps } = search;
  const now = tallies[at];
  const rows = [["nodes", "Nodes"], ["cutoffs", "Cutoffs"], ["hits", "Table hits"], ["bounds", "Bound hits"], ["leaves", "Leaves"]];
  const all = { ...doc.counters, hits: doc.counters.hits + doc.counters.transposed };
  const shown = rows.filter(([name]) => name === "nodes" || name === "cutoffs" || all[name] > 0);
  return html`<aside class="counters" aria-label="Counters">
    <table>
      <thead><tr><th scope="col">${doc.algorithm}</th><th scope="col">so far</th><th scope="col">total</th></tr></thead>
      <tbody>${shown.map(([name, word]) => html`<tr key=${name}><th scope="row">${word}</th>
        <td>${now[name].toLocaleString("en")}</td><td>${all[name].toLocaleString("en")}</td></tr>`)}</tbody>
    </table>
    ${doc.drawn < doc.counters.nodes && html`<p>The tree shows ${doc.drawn.toLocaleString("en")} of the nodes. The steps go through these only.</p>`}
    <p class="keys"><kbd>←</kbd> <kbd>→</kbd> one step, <kbd>Home</kbd> <kbd>End</kbd> first and last step, <kbd>Space</kbd> play or pause, <kbd>+</kbd> <kbd>−</kbd> zoom.</p>
    <p class="sr">${at} of ${steps.length} steps</p>
  </aside>`;
}

const MARKS = {
  window: html`<text class="letters" y="7">αβ</text>`,
  best: html`<path class="edge best" d="M-14 0h28" />`,
  again: html`<path class="edge again" d="M-14 0h28" />`,
  cut: cross(0, 7),
  more: html`<path class="shape" d="M0 -10l13 20h-26z" />`,
};

function Legend({ doc }) {
  const drawn = (mark) => MARKS[mark] ?? html`<g class="node" transform="scale(0.8)"><${Shape} name=${mark} wide=${TALL} /></g>`;
  const keys = [...doc.legend.filter(({ mark }) => mark !== "more"), { mark: "more", meaning: "hidden nodes" }];
  return html`<ul class="legend">${keys.map(({ mark, meaning }) => html`<li key=${mark}>
    <svg viewBox="-16 -16 32 32" width="20" height="20" aria-hidden="true">${drawn(mark)}</svg>${meaning}</li>`)}</ul>`;
}

"use strict";

// The run: its puzzle, and for each iteration only what it changed (render/replay_page.py writes it).
// Cells count from 0, row by row; candidates too, as many for each cell as a row has cells.
const run = JSON.parse(document.getElementById("run").textContent);
const frames = run.frames.map((frame) => ({
  ...frame,
  digits: frame.digits.map(([cell, digit, why]) => ({ cell, digit, why: run.whys[why] })),
  marks: frame.marks.map(([candidate, left, why]) => ({ candidate, left, why: run.whys[why] })),
}));
const { side } = run;
const stops = choicesOfStops();
const byId = (id) => document.getElementById(id);
const cells = [];
let now = 0;        // how many iterations are done
let picked = null;  // the chosen cell
let timer = null;

// ---- What the boards show after some iterations

function boardsAfter(count) {
  const digits = Array.from(run.puzzle, () => ({ digit: 0 }));
  const marks = Array.from({ length: side ** 3 }, () => ({ left: 0 }));
  frames.slice(0, count).forEach((frame, number) => {
    const isNow = number === count - 1;
    for (const { cell, digit, why } of frame.digits) {
      const before = isNow ? digits[cell].digit : 0;
      digits[cell] = { digit, why, since: number + 1, isNow, before };
    }
    for (const { candidate, left, why } of frame.marks) {
      const turned = left !== marks[candidate].left;
      const since = turned || !marks[candidate].since ? number + 1 : marks[candidate].since;
      // Before the first iteration a board is blank: what appears there has not come back.
      const wasGone = turned && left && marks[candidate].since;
      marks[candidate] = { left, why, since, isGone: isNow && turned && !left, isAgain: isNow && wasGone };
    }
  });
  return { digits, marks };
}

const nameOf = (cell) => `R${Math.floor(cell / side) + 1}C${(cell % side) + 1}`;
const isClue = (cell) => run.puzzle[cell] !== ".";
const titleOf = (number) => {
  if (number === 0) return "before the first iteration";
  const { step, number: own } = frames[number - 1];
  return step ? `iteration ${own} of ${step}` : `iteration ${own}`;
};
const counted = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

// ---- Drawing

function made(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function drawEmptyBoard() {
  for (let row = 0; row < side; row += 1) {
    const line = made("div", "", { role: "row" });
    for (let cell = side * row; cell < side * (row + 1); cell += 1) {
      const box = made("div", "", { role: "gridcell", tabindex: cell ? -1 : 0, id: nameOf(cell) });
      const digit = made("b"), marks = made("div");
      for (let each = 1; each <= side; each += 1) marks.append(made("i", each));
      box.append(digit, marks);
      box.addEventListener("mousedown", (event) => event.preventDefault());  // the arrow keys stay
      box.addEventListener("click", () => pick(cell));
      box.addEventListener("focus", () => pick(cell));
      cells.push({ box, digit, marks: [...marks.children] });
      line.append(box);
    }
    byId("board").append(line);
  }
}

function drawCell(cell, { digits, marks }) {
  const { box, digit, marks: small } = cells[cell];
  const { digit: shown, isNow, before, why } = digits[cell];
  const lost = isNow && !shown ? before : 0;
  digit.textContent = shown || lost || (isClue(cell) ? run.puzzle[cell] : "");
  digit.className = [
    !shown && (lost ? "lost" : "typed"), shown && (isClue(cell) ? "given" : "placed"),
    shown && isNow && "new", shown && why.isGuess && "guess",
  ].filter(Boolean).join(" ");
  const said = [];
  small.forEach((mark, place) => {
    const { left, isGone, isAgain } = marks[side * cell + place];
    const isSeen = !digit.textContent && (left || isGone);
    mark.className = isSeen ? [left && "left", isGone && "gone", isAgain && "again"].filter(Boolean).join(" ") : "";
    if (isSeen) said.push(`${place + 1}${isGone ? " removed now" : isAgain ? " came back now" : ""}`);
  });
  const changed = isNow || small.some((mark) => mark.matches(".gone, .again"));
  box.classList.toggle("changed", changed);
  box.setAttribute("aria-selected", cell === picked);
  const words = shown ? `${shown}${isNow ? ", placed now" : ""}` : said.length ? `candidates ${said.join(", ")}` : "empty";
  box.setAttribute("aria-label", `${nameOf(cell)}: ${words}`);
}

function draw() {
  const boards = boardsAfter(now);
  cells.forEach((_, cell) => drawCell(cell, boards));
  byId("slider").value = now;
  byId("slider").setAttribute("aria-valuetext", titleOf(now));
  const status = now && frames[now - 1].status ? ` The sheet says: ${frames[now - 1].status}` : "";
  const rest = now === frames.length && run.leftOut ? ` ${counted(run.leftOut, "more iteration")} left out.` : "";
  byId("where").textContent = `${now} of ${frames.length}: ${titleOf(now)}.${status}${rest}`;
  byId("back").disabled = byId("first").disabled = now === 0;
  byId("next").disabled = byId("last").disabled = now === frames.length;
  drawChanges(boards);
  drawWhy(boards);
}

// ---- What is said of an iteration, and of a cell

function drawChanges({ digits, marks }) {
  const groups = new Map();
  const add = (rank, what, why, cell, text) => {
    const reason = why && why.reason ? ` (${why.reason})` : "";
    const key = `${what}${reason}`;
    // What a strategy did comes first; words such as "it stands in sight" are no strategy.
    if (!groups.has(key)) groups.set(key, { rank: rank + reason.trim().includes(" "), entries: [] });
    groups.get(key).entries.push({ cell, text });
  };
  digits.forEach(({ digit, isNow, why, before }, cell) => {
    if (isNow && digit) add(isClue(cell) ? 4 : 0, isClue(cell) ? "clues" : "placed", why, cell, `${nameOf(cell)}=${digit}`);
    else if (isNow && before) add(3, "taken back", null, cell, `${nameOf(cell)}=${before}`);
  });
  marks.forEach(({ isGone, isAgain, why }, candidate) => {
    const cell = Math.floor(candidate / side), text = `${nameOf(cell)}=${(candidate % side) + 1}`;
    if (isGone) add(1, "removed", why, cell, text);
    if (isAgain) add(3, "came back", null, cell, text);
  });
  const lines = [...groups].sort(([, one], [, other]) => one.rank - other.rank);
  byId("changes").replaceChildren(...lines.map(([key, { entries }]) => {
    const line = made("li", `${key} `);
    for (const { cell, text } of entries) line.append(button(text, () => pick(cell)), " ");
    return line;
  }));
  const placed = digits.filter(({ isNow, digit }) => isNow && digit).length;
  const removed = marks.filter(({ isGone }) => isGone).length;
  const did = placed || removed
    ? `${counted(placed, "digit")} placed, ${counted(removed, "candidate")} removed`
    : "No digit was placed, no candidate removed";
  byId("said").textContent = now ? `${did}; ${counted(frames[now - 1].evaluated, "cell")} evaluated.` : "Nothing is calculated yet.";
}

function drawWhy({ digits, marks }) {
  if (picked === null) return;
  const { digit, why, since } = digits[picked];
  byId("cell").textContent = digit ? `Why is ${nameOf(picked)} = ${digit}?` : `Why is ${nameOf(picked)} empty?`;
  const lines = new Map();  // candidates that went together share a line
  const add = (each, key, line) => {
    if (!lines.has(key)) lines.set(key, { each: [], line });
    lines.get(key).each.push(each);
  };
  if (digit) add(digit, "digit", (text) => reasonLine(text, isClue(picked) ? "is a clue; shown in" : "placed in", why, since));
  for (let each = 1; run.hasCandidates && each <= side; each += 1) {
    const mark = marks[side * picked + each - 1];
    if (mark.left && each !== digit) add(each, "left", canStand);
    if (!mark.left && mark.since) {
      const key = JSON.stringify([mark.why, mark.since]);
      add(each, key, (text) => reasonLine(text, "removed in", mark.why, mark.since));
    }
  }
  const list = made("ul");
  list.append(...[...lines.values()].map(({ each, line }) => line(each.join(", "))));
  byId("why").replaceChildren(list);
}

function canStand(text) {
  const line = made("li");
  line.append(made("strong", text), " can stand here");
  return line;
}

function reasonLine(text, what, why, since) {
  const line = made("li");
  line.append(made("strong", text), ` ${what} `);
  line.append(button(titleOf(since), () => go(since)));
  if (why.words || why.reason) line.append(`: ${why.words || why.reason} `);
  if (why.words && why.words !== why.reason) line.append(made("code", why.reason));
  if (why.isGuess) line.append(" (under a guess)");
  return line;
}

function button(text, action) {
  const element = made("button", text, { type: "button" });
  element.addEventListener("click", action);
  return element;
}

// ---- Going through the run

function choicesOfStops() {
  const did = (reasons) => ({ digits, marks }) =>
    digits.some(({ digit, why }) => digit && reasons.includes(why.reason)) ||
    marks.some(({ left, why }) => !left && reasons.includes(why.reason));
  const known = [...new Set(run.whys.map(({ reason }) => reason))].filter(Boolean);
  const byReason = { ...run.asked, ...Object.fromEntries(known.map((reason) => [reason, [reason]])) };
  return [
    { text: "every iteration", isStop: () => true },
    { text: "changes of the board", isStop: ({ digits, marks }) => digits.length + marks.length > 0 },
    ...Object.entries(byReason).map(([word, reasons]) => ({ text: word, isStop: did(reasons) })),
  ];
}

function isStop(number) {
  return number === 0 || number === frames.length || stops[byId("stops").selectedIndex].isStop(frames[number - 1]);
}

function go(number) {
  now = Math.min(Math.max(number, 0), frames.length);
  if (now === frames.length) pause();
  draw();
}

function step(by) {
  let number = now + by;
  while (number > 0 && number < frames.length && !isStop(number)) number += by;
  go(number);
}

function pick(cell) {
  if (picked !== null) cells[picked].box.tabIndex = -1;
  else cells[0].box.tabIndex = -1;
  picked = cell;
  cells[cell].box.tabIndex = 0;
  draw();
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "Play";
  byId("play").setAttribute("aria-label", "Play");
  byId("said").setAttribute("aria-live", "polite");
}

function togglePlay() {
  if (timer !== null) return pause();
  if (now === frames.length) go(0);
  timer = setInterval(() => step(1), 800);
  byId("play").textContent = "Pause";
  byId("play").setAttribute("aria-label", "Pause");
  byId("said").setAttribute("aria-live", "off");
}

function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target.matches("select")) return;
  if (key === " " && target.matches("button")) return;  // it presses the button
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side };
  if (target.matches("[role=gridcell]") && key in moves) {
    const column = picked % side, to = picked + moves[key];
    const leaves = (key === "ArrowLeft" && column === 0) || (key === "ArrowRight" && column === side - 1);
    if (!leaves && to >= 0 && to < cells.length) cells[to].box.focus();
  } else if (key === "ArrowLeft" || key === "PageUp") step(-1);
  else if (key === "ArrowRight" || key === "PageDown") step(1);
  else if (key === "Home") go(0);
  else if (key === "End") go(frames.length);
  else if (key === " ") togglePlay();
  else return;
  event.preventDefault();
}

// ---- Beginning

drawEmptyBoard();
byId("slider").max = frames.length;
byId("stops").append(...stops.map(({ text }) => made("option", text)));
byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("last").addEventListener("click", () => go(frames.length));
byId("play").addEventListener("click", togglePlay);
document.addEventListener("keydown", onKey);
draw();
const asked = stops.findIndex(({ text }) => text in run.asked);
if (asked >= 0) {
  byId("stops").selectedIndex = asked;
  step(1);
}

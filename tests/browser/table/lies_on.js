() => {
  // What lies on what, as sentences: two things may touch, and a name may reach under the rim of a model.
  const found = new Set();
  const boxOf = (element) => element.getBoundingClientRect();
  const isShown = (element) => getComputedStyle(element).display !== "none" && element.getClientRects().length > 0;
  const lap = (a, b) =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    );
  const all = (css) => [...document.querySelectorAll(css)].filter(isShown);

  // A model as corners on the screen: a hull turned as it stands, a base as an octagon.
  const cornersOf = (model) => {
    const onScreen = model.getScreenCTM();
    const [long, wide] = (model.dataset.hull ?? "").split(" ").map((inches) => Number(inches) * 5);
    const box = boxOf(model);
    const radius = Math.min(box.width, box.height) / 2;
    const eight = Array.from({ length: 8 }, (_, n) => [
      box.x + box.width / 2 + radius * Math.cos((n * Math.PI) / 4),
      box.y + box.height / 2 + radius * Math.sin((n * Math.PI) / 4),
    ]);
    if (!wide) return eight;
    return [[-wide, -long], [wide, -long], [wide, long], [-wide, long]].map(([x, y]) => {
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(onScreen);
      return [left, top];
    });
  };
  // How deep a box lies on those corners: along the direction in which it is least.
  const depth = (box, corners) => {
    const rect = [[box.left, box.top], [box.right, box.top], [box.right, box.bottom], [box.left, box.bottom]];
    const edges = corners.map((p, n) => [corners[(n + 1) % corners.length][1] - p[1], p[0] - corners[(n + 1) % corners.length][0]]);
    const along = ([x, y], [nx, ny]) => (x * nx + y * ny) / Math.hypot(nx, ny);
    return Math.min(
      ...[[1, 0], [0, 1], ...edges].map((normal) => {
        const [a, b] = [rect, corners].map((points) => points.map((point) => along(point, normal)));
        return Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b));
      }),
    );
  };

  const models = all("#units [data-model]").map((model) => [model.dataset.model, cornersOf(model)]);
  const things = [
    ...all("#units .unit").map((unit) => ["flag", `flag of ${unit.dataset.unit}`, unit.querySelector(".flag .z")]),
    ...all("#preview .lbl rect, #arcs .lbl rect").map((rect) => ["plate", `plate ${rect.parentElement.textContent}`, rect]),
    ...all("#callout").map((odds) => ["odds", "odds", odds]),
    ...all(".bunk-av > g:not(.bunk-hp) circle, .obj-v circle").map((one) => ["figure", `figure ${one.parentElement.textContent}`, one]),
    ...all(".places .place:not(.gone, .way) .pname").map((name) => ["name", `name ${name.textContent}`, name]),
  ]
    .filter(([, , element]) => element)
    .map(([kind, told, element]) => [kind, told, boxOf(element)]);

  const MOST = { flag: 3, plate: 3, odds: 2, name: 5, figure: 4 }; // pixels
  for (const [kind, told, box] of things)
    for (const [model, corners] of models)
      if (depth(box, corners) > MOST[kind]) found.add(`${told} lies on ${model}`);
  for (const [n, [kind, told, box]] of things.entries())
    for (const [other, toldOther, boxOther] of things.slice(n + 1)) {
      if (kind === "odds" || other === "odds") continue; // they may cover the name of a place, nothing else
      const planned = kind === "plate" || other === "plate";
      if (planned && (kind === "name" || other === "name")) continue; // a plate comes and goes
      if (lap(box, boxOther) > 2) found.add(`${told} lies on ${toldOther}`);
    }

  const walls = all("#ground .terrain-layer path.w").flatMap((wall) =>
    Array.from({ length: Math.ceil(wall.getTotalLength() / 3) }, (_, n) =>
      wall.getPointAtLength(3 * n).matrixTransform(wall.getScreenCTM()),
    ),
  );
  for (const [kind, told, { left, right, top, bottom }] of things)
    if (kind === "name" && walls.some(({ x, y }) => x > left + 2 && x < right - 2 && y > top + 4 && y < bottom - 4))
      found.add(`${told} is struck through by a wall`);

  // A line that ties a flag to its unit runs through nobody else's flag.
  const flags = all("#units .unit").map((unit) => [unit.dataset.unit, unit.querySelector(".flag .z")]).filter(([, flag]) => flag);
  for (const unit of all("#units .unit"))
    for (const line of [...unit.querySelectorAll(".fl-l:not(.gone), .tie")].filter((one) => one.getTotalLength))
      for (let gone = 0; gone <= line.getTotalLength(); gone += 3) {
        const { x, y } = line.getPointAtLength(gone).matrixTransform(line.getScreenCTM());
        for (const [other, flag] of flags.filter(([other]) => other !== unit.dataset.unit)) {
          const { left, right, top, bottom } = boxOf(flag);
          if (x > left + 3 && x < right - 3 && y > top + 3 && y < bottom - 3)
            found.add(`the line of ${unit.dataset.unit} runs through the flag of ${other}`);
        }
      }

  const board = boxOf(document.getElementById("board") ?? document.getElementById("board-svg"));
  for (const part of all("#plan .deal, #plan .details"))
    if (lap(boxOf(part), board) > 1) found.add(`the plan's ${part.className} lies on the board`);
  for (const details of innerWidth >= 1100 && innerHeight >= 500 ? all("#plan > .details") : [])
    for (const part of all("#inspector-body > :not(:empty), #logcol"))
      if (part.checkVisibility() && lap(boxOf(details), boxOf(part)) > 1) found.add(`the plan's details lie on ${part.id || "a card"}`);
  for (const says of all("#plan .deal > .says"))
    for (const part of says.querySelectorAll(".odds > div, .sentence, .refusal, .head .fig")) {
      const [box, room] = [boxOf(part), boxOf(says)];
      if (box.height && (box.bottom > room.bottom + 3 || box.right > room.right + 3)) // below the letters
        found.add(`in the dock "${part.textContent.trim()}" is cut`);
    }
  for (const dock of all("#dock").map(boxOf)) {
    if (dock.height > board.height / 3) found.add(`the dock is ${dock.height} high`);
    for (const act of all("#dock .act"))
      if (act.scrollHeight > act.clientHeight + 1 || boxOf(act).bottom > dock.bottom) found.add(`${act.id} is cut`);
  }
  return [...found];
}

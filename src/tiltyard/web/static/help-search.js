// Searches the documentation in the browser: no server, no network. The parts are in search-data.js.
(() => {
  const field = document.getElementById("q");
  const list = document.getElementById("found");
  if (!field || !list || typeof helpParts === "undefined") return;
  field.hidden = false;

  const fitness = (part, words) => {
    const title = `${part.page} ${part.title}`.toLowerCase();
    let sum = 1;
    for (const word of words) {
      const inTitle = title.includes(word);
      const times = part.text.split(word).length - 1;
      if (!inTitle && !times) return 0;
      sum += (inTitle ? 10 : 0) + Math.min(times, 5);
    }
    return sum;
  };

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = helpParts
      .map((part) => [words.length ? fitness(part, words) : 0, part])
      .filter(([sum]) => sum)
      .sort(([one], [other]) => other - one)
      .slice(0, 12);
    list.replaceChildren(
      ...hits.map(([, part]) => {
        const row = document.createElement("li");
        const link = document.createElement("a");
        link.href = part.address;
        link.textContent = part.title;
        const page = document.createElement("span");
        page.className = "quiet";
        page.textContent = part.title === part.page ? "" : part.page;
        row.append(link, " ", page);
        return row;
      }),
    );
    if (words.length && !hits.length) {
      const row = document.createElement("li");
      row.textContent = field.dataset.none;
      list.append(row);
    }
    list.hidden = !words.length;
  };

  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      show();
    }
    if (event.key === "Enter") list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
  });
})();

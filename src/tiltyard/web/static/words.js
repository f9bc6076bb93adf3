// What only scripts say, put where they look for it: once in a file that is kept, not in every page.
// WORDS, by place and in the language of the reader, is written before this.
for (const [places, words] of Object.entries(WORDS)) {
  for (const place of document.querySelectorAll(places)) Object.assign(place.dataset, words);
}

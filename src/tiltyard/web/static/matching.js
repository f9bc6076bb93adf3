// A heaviest matching of a general graph (Edmonds' blossoms with dual variables, O(n³)).
//
// `weight(a, b)` of two of the players 0 … count-1 is a whole number above 0, or 0: they may not
// meet. Returns for each player the partner, or -1. Vertices count from 1 inside; 0 is nobody, and
// numbers above `count` are blossoms: odd rings of vertices or of smaller blossoms.

export function heaviestMatching(count, weight) {
  const graph = new Blossoms(count, weight);
  while (graph.grow()) continue;
  return graph.partner.slice(1, count + 1).map((other) => other - 1);
}

class Blossoms {
  constructor(count, weight) {
    const size = 2 * count + 2;
    const zeros = () => new Array(size).fill(0);
    this.count = count;
    this.last = count;
    this.edge = Array.from({ length: size }, (_, a) => Array.from({ length: size }, (_, b) => ({ a, b, weight: 0 })));
    this.partner = zeros();
    this.dual = zeros();
    this.slack = zeros();
    this.outer = zeros().map((_, at) => (at <= count ? at : 0)); // the largest blossom it is in
    this.parent = zeros();
    this.label = zeros(); // 0: even, 1: odd, -1: not reached
    this.seen = zeros();
    this.ring = Array.from({ length: size }, () => []);
    this.part = Array.from({ length: size }, () => zeros()); // which part of a blossom holds a vertex
    this.visit = 0;
    let most = 0;
    for (let a = 1; a <= count; a += 1) {
      this.part[a][a] = a;
      for (let b = 1; b <= count; b += 1) {
        this.edge[a][b].weight = a === b ? 0 : weight(a - 1, b - 1);
        most = Math.max(most, this.edge[a][b].weight);
      }
    }
    for (let a = 1; a <= count; a += 1) this.dual[a] = most;
  }

  gap(edge) {
    return this.dual[edge.a] + this.dual[edge.b] - 2 * this.edge[edge.a][edge.b].weight;
  }

  nearer(from, to) {
    if (!this.slack[to] || this.gap(this.edge[from][to]) < this.gap(this.edge[this.slack[to]][to])) this.slack[to] = from;
  }

  findSlack(to) {
    this.slack[to] = 0;
    for (let from = 1; from <= this.count; from += 1) {
      if (this.edge[from][to].weight > 0 && this.outer[from] !== to && this.label[this.outer[from]] === 0) this.nearer(from, to);
    }
  }

  enqueue(vertex) {
    if (vertex <= this.count) this.queue.push(vertex);
    else this.ring[vertex].forEach((inner) => this.enqueue(inner));
  }

  putInto(vertex, blossom) {
    this.outer[vertex] = blossom;
    if (vertex > this.count) this.ring[vertex].forEach((inner) => this.putInto(inner, blossom));
  }

  // How far round a ring a part is, on the side where that is an even number of steps.
  stepsTo(blossom, inner) {
    const ring = this.ring[blossom];
    const steps = ring.indexOf(inner);
    if (steps % 2 === 0) return steps;
    ring.push(...ring.splice(1).reverse());
    return ring.length - steps;
  }

  match(a, b) {
    const edge = this.edge[a][b];
    this.partner[a] = edge.b;
    if (a <= this.count) return;
    const inner = this.part[a][edge.a];
    const steps = this.stepsTo(a, inner);
    const ring = this.ring[a];
    for (let at = 0; at < steps; at += 1) this.match(ring[at], ring[at ^ 1]);
    this.match(inner, b);
    ring.push(...ring.splice(0, steps));
  }

  augment(a, b) {
    for (;;) {
      const next = this.outer[this.partner[a]];
      this.match(a, b);
      if (!next) return;
      this.match(next, this.outer[this.parent[next]]);
      [a, b] = [this.outer[this.parent[next]], next];
    }
  }

  meetingPoint(a, b) {
    this.visit += 1;
    for (; a || b; [a, b] = [b, a]) {
      if (!a) continue;
      if (this.seen[a] === this.visit) return a;
      this.seen[a] = this.visit;
      a = this.outer[this.partner[a]];
      if (a) a = this.outer[this.parent[a]];
    }
    return 0;
  }

  shrink(a, root, b) {
    let blossom = this.count + 1;
    while (blossom <= this.last && this.outer[blossom]) blossom += 1;
    this.last = Math.max(this.last, blossom);
    [this.dual[blossom], this.label[blossom], this.partner[blossom]] = [0, 0, this.partner[root]];
    this.ring[blossom] = [root, ...this.pathTo(root, a).reverse(), ...this.pathTo(root, b)];
    this.putInto(blossom, blossom);
    for (let other = 1; other <= this.last; other += 1) this.edge[blossom][other].weight = this.edge[other][blossom].weight = 0;
    this.part[blossom].fill(0);
    for (const inner of this.ring[blossom]) {
      for (let other = 1; other <= this.last; other += 1) {
        if (this.edge[inner][other].weight <= 0) continue;
        if (this.edge[blossom][other].weight === 0 || this.gap(this.edge[inner][other]) < this.gap(this.edge[blossom][other])) {
          this.edge[blossom][other] = { ...this.edge[inner][other] };
          this.edge[other][blossom] = { ...this.edge[other][inner] };
        }
      }
      for (let vertex = 1; vertex <= this.count; vertex += 1) if (this.part[inner][vertex]) this.part[blossom][vertex] = inner;
    }
    this.findSlack(blossom);
  }

  pathTo(root, from) {
    const path = [];
    for (let odd; from !== root; from = this.outer[this.parent[odd]]) {
      odd = this.outer[this.partner[from]];
      path.push(from, odd);
      this.enqueue(odd);
    }
    return path;
  }

  expand(blossom) {
    this.ring[blossom].forEach((inner) => this.putInto(inner, inner));
    const entered = this.part[blossom][this.edge[blossom][this.parent[blossom]].a];
    const steps = this.stepsTo(blossom, entered);
    const ring = this.ring[blossom];
    for (let at = 0; at < steps; at += 2) {
      const [odd, even] = [ring[at], ring[at + 1]];
      this.parent[odd] = this.edge[even][odd].a;
      [this.label[odd], this.label[even], this.slack[odd]] = [1, 0, 0];
      this.findSlack(even);
      this.enqueue(even);
    }
    [this.label[entered], this.parent[entered]] = [1, this.parent[blossom]];
    for (const inner of ring.slice(steps + 1)) {
      this.label[inner] = -1;
      this.findSlack(inner);
    }
    this.outer[blossom] = 0;
  }

  // Goes along an edge without a gap; true when the matching has become larger.
  follow(edge) {
    const [a, b] = [this.outer[edge.a], this.outer[edge.b]];
    if (this.label[b] === -1) {
      const next = this.outer[this.partner[b]];
      [this.parent[b], this.label[b]] = [edge.a, 1];
      this.slack[b] = this.slack[next] = this.label[next] = 0;
      this.enqueue(next);
    } else if (this.label[b] === 0) {
      const root = this.meetingPoint(a, b);
      if (root) this.shrink(a, root, b);
      else {
        this.augment(a, b);
        this.augment(b, a);
        return true;
      }
    }
    return false;
  }

  outermost() {
    return Array.from({ length: this.last }, (_, at) => at + 1).filter((vertex) => this.outer[vertex] === vertex);
  }

  grow() {
    this.label.fill(-1);
    this.slack.fill(0);
    this.queue = [];
    for (const vertex of this.outermost()) {
      if (this.partner[vertex]) continue;
      this.parent[vertex] = this.label[vertex] = 0;
      this.enqueue(vertex);
    }
    while (this.queue.length) {
      if (this.search()) return true;
      if (!this.adjust()) return false;
      this.queue = [];
      for (const vertex of this.outermost()) {
        const from = this.slack[vertex];
        const near = from && this.outer[vertex] === vertex && this.outer[from] !== vertex && this.gap(this.edge[from][vertex]) === 0;
        if (near && this.follow(this.edge[from][vertex])) return true;
      }
      for (const vertex of this.outermost()) if (vertex > this.count && this.label[vertex] === 1 && this.dual[vertex] === 0) this.expand(vertex);
      if (!this.queue.length) this.queue.push(0); // nothing new is reached yet: adjust again
    }
    return false;
  }

  search() {
    while (this.queue.length) {
      const from = this.queue.shift();
      if (!from || this.label[this.outer[from]] === 1) continue;
      for (let to = 1; to <= this.count; to += 1) {
        if (this.edge[from][to].weight <= 0 || this.outer[from] === this.outer[to]) continue;
        if (this.gap(this.edge[from][to]) !== 0) this.nearer(from, this.outer[to]);
        else if (this.follow(this.edge[from][to])) return true;
      }
    }
    return false;
  }

  // Moves the duals as far as they go; false when no heavier matching exists.
  adjust() {
    let by = Infinity;
    for (const vertex of this.outermost()) {
      if (vertex > this.count && this.label[vertex] === 1) by = Math.min(by, this.dual[vertex] / 2);
      if (!this.slack[vertex] || this.label[vertex] === 1) continue;
      const gap = this.gap(this.edge[this.slack[vertex]][vertex]);
      by = Math.min(by, this.label[vertex] === -1 ? gap : gap / 2);
    }
    for (let vertex = 1; vertex <= this.count; vertex += 1) {
      const label = this.label[this.outer[vertex]];
      if (label === 0 && this.dual[vertex] <= by) return false;
      if (label === 0) this.dual[vertex] -= by;
      else if (label === 1) this.dual[vertex] += by;
    }
    for (const vertex of this.outermost()) {
      if (vertex > this.count && this.label[vertex] === 0) this.dual[vertex] += 2 * by;
      else if (vertex > this.count && this.label[vertex] === 1) this.dual[vertex] -= 2 * by;
    }
    return true;
  }
}

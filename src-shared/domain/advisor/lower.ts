/**
 * A kernel's statements as accesses, branches and barriers over one graph of values. Decides what a branch
 * and a loop do to variables; notes what it could not read and goes on, with everything that it named unknown.
 */
import { assignedByExpr, assignedNames } from './assigned-names';
import { ExpressionLowering } from './lower-expression';
import type { LoweredKernel } from './lowered';
import { Lowering, TooLarge } from './lowering';
import type { Value } from './lower-values';
import { mergeValues, numberValue } from './lower-values';
import type { Expr, FunctionText, ProgramText, Stmt } from './syntax';
import { numberTypeOf, resolveType } from './type-layout';
import { mostLoops } from './value-graph';

const returned = '%returned';

/** Whether control never comes behind the statement. */
const leaves = (stmt: Stmt | undefined | null): boolean => {
  if (stmt === undefined || stmt === null) return false;
  if (stmt.kind === 'return' || stmt.kind === 'jump') return true;
  if (stmt.kind === 'block') return leaves(stmt.body.at(-1));
  return stmt.kind === 'if' && leaves(stmt.yes) && leaves(stmt.no);
};

const returnsInside = (stmt: Stmt | null): boolean => {
  switch (stmt?.kind) {
    case 'return':
      return true;
    case 'block':
      return stmt.body.some(returnsInside);
    case 'if':
      return returnsInside(stmt.yes) || returnsInside(stmt.no);
    case 'loop':
      return returnsInside(stmt.body);
    case 'switch':
      return stmt.parts.some((part) => part.body.some(returnsInside));
    default:
      return false;
  }
};

class StatementLowering {
  private readonly values: ExpressionLowering;

  constructor(readonly to: Lowering) {
    this.values = new ExpressionLowering(to, (name, args) => this.inline(name, args));
  }

  run(stmts: readonly Stmt[]): void {
    for (const [at, stmt] of stmts.entries()) {
      const isLast = at === stmts.length - 1;
      // `if (c) return; rest` is `if (c) return; else rest`: what follows stands under the condition.
      if (stmt.kind === 'if' && !isLast && leaves(stmt.yes) !== leaves(stmt.no)) {
        const rest = stmts.slice(at + 1);
        const body = (own: Stmt | null): Stmt => ({
          kind: 'block',
          body: [...(own === null ? [] : [own]), ...rest],
        });
        if (leaves(stmt.yes)) {
          this.branch(stmt.cond, stmt.yes, body(stmt.no));
          return;
        }
        this.branch(stmt.cond, body(stmt.yes), stmt.no);
        return;
      }
      this.statement(stmt);
      if (stmt.kind === 'return' || stmt.kind === 'jump') return;
    }
  }

  private statement(stmt: Stmt): void {
    this.to.step(() => this.take(stmt));
  }

  private take(stmt: Stmt): void {
    const { to, values } = this;
    switch (stmt.kind) {
      case 'declare': {
        stmt.items.forEach((item) => this.declare(item));
        return;
      }
      case 'expr':
        return void values.value(stmt.expr);
      case 'block': {
        to.within(() => this.run(stmt.body));
        return;
      }
      case 'if': {
        this.branch(stmt.cond, stmt.yes, stmt.no);
        return;
      }
      case 'loop': {
        to.within(() => this.loop(stmt));
        return;
      }
      case 'switch': {
        this.switchOver(stmt);
        return;
      }
      case 'return': {
        const value = stmt.value === null ? null : values.value(stmt.value);
        const variable = to.find(returned);
        if (value !== null && variable !== null) to.state.set(variable.slot, value);
        return;
      }
      case 'jump':
        if (stmt.to === 'break') {
          const loop = to.around.at(-1);
          if (loop !== undefined)
            to.exits.get(loop)?.push(...to.guards.map((guard) => guard.condition));
        }
        return;
      case 'opaque':
        to.unread.add(stmt.what.slice(0, 80));
        {
          this.forget(assignedNames(stmt));
          return;
        }
    }
  }

  private forget(names: ReadonlySet<string>): void {
    for (const name of names) {
      const variable = this.to.find(name);
      if (variable !== null) this.to.state.set(variable.slot, this.values.unknown());
    }
  }

  private declare(item: Extract<Stmt, { kind: 'declare' }>['items'][number]): void {
    const { to, values } = this;
    if (item.isArray) {
      const target = { argument: item.name, space: item.type.space };
      if (item.init !== null) values.value(item.init);
      const value: Value = {
        kind: 'pointer',
        target,
        element: item.type,
        offset: to.graph.constant(0, 'i64'),
      };
      to.declare(item.name, { ...item.type, pointers: item.type.pointers + 1 }, value);
      return;
    }
    const value = item.init === null ? values.unknown() : values.value(item.init);
    // An uninitialised vector takes its components one by one.
    to.declare(item.name, item.type, values.cast(item.type, value));
  }

  private branch(cond: Expr, yes: Stmt, no: Stmt | null): void {
    const { to } = this;
    const condition = this.values.node(cond);
    to.branches.push({ ...to.place(), kind: 'if', condition, loop: null });
    const before = to.state;
    const run = (stmt: Stmt | null, holds: boolean): Lowering['state'] => {
      to.state = new Map(before);
      const taken = (): void => {
        if (stmt !== null) to.step(() => this.run([stmt]));
      };
      to.under(condition, holds, () => to.within(taken));
      return to.state;
    };
    const [after, otherwise] = [run(yes, true), run(no, false)];
    to.state = this.merge(condition, after, otherwise);
  }

  private merge(
    condition: number,
    yes: Lowering['state'],
    no: Lowering['state'],
  ): Lowering['state'] {
    const merged = new Map(yes);
    for (const [slot, value] of yes) {
      const other = no.get(slot);
      if (other !== undefined && other !== value)
        merged.set(slot, this.values.select(condition, value, other));
    }
    for (const [slot, value] of no) if (!merged.has(slot)) merged.set(slot, value);
    return merged;
  }

  private loop(stmt: Extract<Stmt, { kind: 'loop' }>): void {
    const { to, values } = this;
    const { graph } = to;
    if (stmt.init !== null) this.statement(stmt.init);
    const id = to.loops.length;
    const names = new Set([...assignedNames(stmt.body), ...assignedByExpr(stmt.cond, stmt.step)]);
    if (id >= mostLoops) {
      to.unread.add('loops');
      this.forget(names);
      return;
    }
    const phi = (init: number): number =>
      graph.add({ op: 'phi', loop: id }, graph.typeOf(init), [init]);
    const carried = [...names, returned].flatMap((name) => {
      const variable = to.find(name);
      const init = variable === null ? undefined : to.state.get(variable.slot);
      if (variable === null || init === undefined) return [];
      const value = mergeValues(graph, init, init, phi);
      to.state.set(variable.slot, value);
      return [{ variable, value }];
    });
    const index = to.loops.push({ id, phis: [], condition: null, testFirst: stmt.testFirst }) - 1;
    const outside = to.around;
    to.around = [...outside, id];
    to.exits.set(id, []);
    const phis: number[] = [];
    const test = (): number | null => {
      if (stmt.cond === null) return null;
      const tested = values.node(stmt.cond);
      to.branches.push({ ...to.place(), kind: 'loop', condition: tested, loop: id });
      return tested;
    };
    const tested = stmt.testFirst ? test() : null;
    to.within(() => this.run([stmt.body]));
    if (stmt.step !== null) values.value(stmt.step);
    const condition = stmt.testFirst ? tested : test();
    for (const { variable, value } of carried) {
      const update = to.state.get(variable.slot) ?? values.unknown();
      // Only to walk both in step: what it gives is not used.
      mergeValues(
        graph,
        value,
        fit(value, update, () => graph.unknown()),
        (start, next) => {
          if (graph.nodes[start]?.operation.op === 'phi') {
            graph.close(start, graph.convert(next, graph.typeOf(start)));
            phis.push(start);
          }
          return start;
        },
      );
    }
    to.loops[index] = { id, phis, condition, testFirst: stmt.testFirst };
    to.around = outside;
    const leaving = [...(condition === null ? [] : [condition]), ...(to.exits.get(id) ?? [])];
    for (const { variable, value } of carried) {
      const after = (start: number): number =>
        graph.add({ op: 'after', loop: id }, graph.typeOf(start), [start, ...leaving]);
      to.state.set(variable.slot, mergeValues(graph, value, value, after));
    }
  }

  private switchOver(stmt: Extract<Stmt, { kind: 'switch' }>): void {
    const { to, values } = this;
    const { graph } = to;
    const value = values.node(stmt.value);
    to.branches.push({ ...to.place(), kind: 'switch', condition: value, loop: null });
    const isOne = (labels: readonly (Expr | null)[]): number =>
      labels
        .flatMap((label) => (label === null ? [] : [graph.binary('==', value, values.node(label))]))
        .reduce((any, next) => graph.binary('||', any, next), graph.constant(0));
    const named = isOne(stmt.parts.flatMap((part) => part.labels));
    const before = to.state;
    const ends: { readonly condition: number; readonly state: Lowering['state'] }[] = [];
    let otherwise: Lowering['state'] = before;
    for (const [at, part] of stmt.parts.entries()) {
      const own = isOne(part.labels);
      const isDefault = part.labels.includes(null);
      const condition = isDefault
        ? graph.binary('||', own, graph.add({ op: 'not' }, 'i32', [named]))
        : own;
      // Without a break it falls into the next.
      const body: Stmt[] = [];
      for (const next of stmt.parts.slice(at)) {
        body.push(...next.body);
        if (leaves(next.body.at(-1))) break;
      }
      if (body.at(-1)?.kind === 'jump') body.pop();
      to.state = new Map(before);
      to.under(condition, true, () => to.within(() => this.run(body)));
      if (isDefault) otherwise = to.state;
      else ends.push({ condition, state: to.state });
    }
    to.state = ends.reduce(
      (merged, { condition, state }) => this.merge(condition, state, merged),
      new Map(otherwise),
    );
  }

  private inline(name: string, args: readonly Value[]): Value | null {
    const { to } = this;
    const called = to.program.functions.get(name);
    if (called === undefined) return null;
    if (!to.mayInline) {
      to.unread.add(name);
      return this.values.unknown();
    }
    to.inlined += 1;
    to.depth += 1;
    // A function sees its parameters and nothing of its caller.
    const outer = to.scopes.splice(0);
    to.scopes.push(new Map());
    to.declare(returned, { base: '%', pointers: 0, space: 'private' }, this.values.unknown());
    for (const [at, parameter] of called.parameters.entries()) {
      to.declare(
        parameter.name,
        parameter.type,
        this.values.cast(parameter.type, args[at] ?? this.values.unknown()),
      );
    }
    this.run(called.body);
    const variable = to.find(returned);
    const value =
      (variable === null ? undefined : to.state.get(variable.slot)) ?? this.values.unknown();
    to.scopes.splice(0, to.scopes.length, ...outer);
    to.depth -= 1;
    const inLoop = called.body.some((stmt) => stmt.kind === 'loop' && returnsInside(stmt));
    return inLoop ? this.values.unknown() : value;
  }
}

/** `update` in the form of `value`, so that each part of the one meets its part of the other. */
const fit = (value: Value, update: Value, unknown: () => number): Value => {
  if (value.kind === 'number') return update.kind === 'number' ? update : numberValue(unknown());
  if (value.kind === 'vector') {
    const fits = update.kind === 'vector' && update.parts.length === value.parts.length;
    return fits ? update : { ...value, parts: value.parts.map(unknown) };
  }
  const same =
    update.kind === 'pointer' &&
    update.target.argument === value.target.argument &&
    update.element.base === value.element.base;
  return same ? update : { ...value, offset: unknown() };
};

const declareParameters = (kernel: FunctionText, to: Lowering): readonly string[] => {
  const scalars: string[] = [];
  for (const { name, type } of kernel.parameters) {
    const resolved = resolveType(type, to.program);
    if (resolved.pointers > 0) {
      const element = { ...resolved, pointers: resolved.pointers - 1 };
      const target = { argument: name, space: type.space };
      to.declare(name, type, {
        kind: 'pointer',
        target,
        element,
        offset: to.graph.constant(0, 'i64'),
      });
    } else {
      scalars.push(name);
      const node = to.graph.add({ op: 'scalar', name }, numberTypeOf(resolved.base));
      to.declare(name, type, numberValue(node));
    }
  }
  return scalars;
};

const lower = (program: ProgramText, kernel: FunctionText): LoweredKernel => {
  const to = new Lowering(program);
  const scalars = declareParameters(kernel, to);
  new StatementLowering(to).run(kernel.body);
  to.graph.settle();
  const { graph, loops, accesses, branches, barriers, unread } = to;
  return { graph, loops, accesses, branches, barriers, unread: [...unread], scalars };
};

/** The kernel of that name; null when the program has none. One that is too large is wholly unread. */
export const lowerKernel = (program: ProgramText, name: string): LoweredKernel | null => {
  const kernel = program.functions.get(name);
  if (kernel === undefined) return null;
  try {
    return lower(program, kernel);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return lower(program, { ...kernel, body: [{ kind: 'opaque', what: `${name} { … }` }] });
  }
};

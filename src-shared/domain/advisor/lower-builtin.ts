/**
 * OpenCL C's own functions: where the work-item is, integer arithmetic, and those that touch memory. All
 * others are functions of their arguments whose value is not followed.
 */
import { parseType } from '../opencl-types';
import type { ExpressionLowering } from './lower-expression';
import type { Value } from './lower-values';
import { nodeOf, numberValue } from './lower-values';
import type { ItemQuery, MathName } from './value-graph';

const queries: ReadonlyMap<string, ItemQuery> = new Map([
  ['get_global_id', 'global-id'],
  ['get_local_id', 'local-id'],
  ['get_group_id', 'group-id'],
  ['get_local_size', 'local-size'],
  ['get_enqueued_local_size', 'local-size'],
  ['get_num_groups', 'group-count'],
]);
const maths: ReadonlyMap<string, MathName> = new Map([
  ['min', 'min'], ['max', 'max'], ['fmin', 'min'], ['fmax', 'max'], ['abs', 'abs'], ['fabs', 'abs'],
  ['floor', 'floor'], ['ceil', 'ceil'], ['sqrt', 'sqrt'], ['native_sqrt', 'sqrt'], ['popcount', 'popcount'],
  ['clz', 'clz'], ['trunc', 'trunc'], ['round', 'round'], ['rint', 'rint'],
]); // prettier-ignore
const barriers: ReadonlySet<string> = new Set(['barrier', 'work_group_barrier']);
const silent =
  /^(mem_fence|read_mem_fence|write_mem_fence|prefetch|printf|sub_group_barrier|wait_group_events)$/;

export const lowerBuiltin = (
  from: ExpressionLowering,
  name: string,
  args: readonly Value[],
): Value => {
  const { to } = from;
  const { graph } = to;
  const nodes = args.map((arg) => nodeOf(graph, arg));
  const [first, second, third] = nodes;
  const query = queries.get(name);
  if (query !== undefined || name === 'get_global_size') {
    const operation = first === undefined ? undefined : graph.nodes[first]?.operation;
    if (operation?.op !== 'const' || operation.value > 2 || operation.value < 0)
      return from.unknown();
    const dimension = operation.value;
    return numberValue(
      query === undefined
        ? graph.add({ op: 'global-size', dimension }, 'u64')
        : graph.add({ op: 'query', query, dimension }, 'u64'),
    );
  }
  if (name === 'get_global_offset') return numberValue(graph.constant(0, 'u64'));
  if (name === 'get_local_linear_id' || name === 'get_global_linear_id') {
    return numberValue(linear(from, name === 'get_local_linear_id'));
  }
  if (barriers.has(name)) {
    to.barriers.push(to.place());
    return numberValue(graph.constant(0));
  }
  if (silent.test(name)) return numberValue(graph.constant(0));
  if (/^ato(mic|m)_/.test(name)) {
    const pointer = args[0];
    if (pointer?.kind === 'pointer') {
      const { target, offset, element: type } = pointer;
      to.touch({ target, offset, type, isArray: false, components: null }, true, to.sizeOf(type));
    }
    return numberValue(graph.add({ op: 'taken' }, 'i64'));
  }
  const vector = /^v(load|store)a?_?(half)?(\d*)/.exec(name);
  if (vector?.[1] !== undefined)
    return vectorAccess(from, vector[1], vector[3] ?? '', args, vector[2] === 'half');
  if (name.startsWith('async_work_group')) {
    to.unread.add(name);
    return from.unknown();
  }
  const converted = /^convert_([a-z]+\d*?)(_sat)?(_rt[ezpn])?$/.exec(name);
  if (converted !== null && args[0] !== undefined && parseType(converted[1] ?? '')?.width === 1) {
    if (converted[2] === undefined && converted[3] === undefined) {
      return from.cast({ base: converted[1] ?? 'int', pointers: 0, space: 'private' }, args[0]);
    }
  }
  return (
    arithmetic(from, name, nodes) ??
    numberValue(graph.add({ op: 'call', name }, callType(graph, first, second, third), nodes))
  );
};

const callType = (
  graph: ExpressionLowering['to']['graph'],
  ...nodes: readonly (number | undefined)[]
): 'f' | 'i64' =>
  nodes.some((node) => node !== undefined && graph.typeOf(node) === 'f') ? 'f' : 'i64';

const linear = (from: ExpressionLowering, isLocal: boolean): number => {
  const { graph } = from.to;
  const id = (dimension: number): number =>
    graph.add({ op: 'query', query: isLocal ? 'local-id' : 'global-id', dimension }, 'u64');
  const size = (dimension: number): number =>
    isLocal
      ? graph.add({ op: 'query', query: 'local-size', dimension }, 'u64')
      : graph.add({ op: 'global-size', dimension }, 'u64');
  const rows = graph.binary('+', graph.binary('*', id(2), size(1)), id(1));
  return graph.binary('+', graph.binary('*', rows, size(0)), id(0));
};

const vectorAccess = (
  from: ExpressionLowering,
  direction: string,
  digits: string,
  args: readonly Value[],
  isHalf: boolean,
): Value => {
  const { to } = from;
  const width = digits === '' ? 1 : Number(digits);
  const [place, pointer] = direction === 'load' ? [args[0], args[1]] : [args[1], args[2]];
  if (pointer?.kind !== 'pointer' || place === undefined) return from.unknown();
  const { graph } = to;
  const element = isHalf ? { ...pointer.element, base: 'half' } : pointer.element;
  const size = to.sizeOf(element);
  const index = graph.binary(
    '*',
    graph.convert(nodeOf(graph, place), 'i64'),
    graph.constant(width, 'i64'),
  );
  const offset = to.advance(pointer.offset, index, element);
  const base = `${parseType(element.base)?.base ?? 'float'}${width === 1 ? '' : width}`;
  const location = {
    target: pointer.target,
    offset,
    type: { ...element, base },
    isArray: false,
    components: null,
  };
  to.touch(location, direction === 'store', size === null ? null : size * width);
  return direction === 'load' ? from.loaded(location) : numberValue(graph.constant(0));
};

/** Functions of integers that are followed; null: not one of them. */
const arithmetic = (
  from: ExpressionLowering,
  name: string,
  nodes: readonly number[],
): Value | null => {
  const { graph } = from.to;
  const [a, b, c] = nodes;
  const math = (which: MathName, ...args: readonly number[]): number => {
    const common = args.reduce(
      (type, arg) => {
        const other = graph.typeOf(arg);
        return type === 'f' || other === 'f' ? 'f' : type === other ? type : 'i64';
      },
      graph.typeOf(args[0] ?? 0),
    );
    const type = which === 'sqrt' ? 'f' : common;
    return graph.add(
      { op: 'math', name: which },
      type,
      args.map((arg) => graph.convert(arg, type)),
    );
  };
  if (a === undefined) return null;
  const which = maths.get(name);
  if ((which === 'min' || which === 'max') && b !== undefined)
    return numberValue(math(which, a, b));
  if (which !== undefined && which !== 'min' && which !== 'max') return numberValue(math(which, a));
  if (b === undefined) return null;
  if (name === 'mul24') return numberValue(graph.binary('*', a, b));
  if (c === undefined) return null;
  if (name === 'mad24' || name === 'mad' || name === 'fma') {
    return numberValue(graph.binary('+', graph.binary('*', a, b), c));
  }
  if (name === 'clamp') return numberValue(math('min', math('max', a, b), c));
  if (name === 'select') return from.select(c, numberValue(b), numberValue(a));
  return null;
};

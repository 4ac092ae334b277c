/**
 * Which colour and shape a device has. A device keeps its place in the device list as its slot wherever
 * it is drawn; a second one with the same place (another run, another machine) gets the next free slot.
 */

/** Slots for devices with these list positions, in order; all different. */
export const assignSlots = (indices: readonly number[]): readonly number[] => {
  const taken = new Set<number>();
  return indices.map((index) => {
    let slot = index;
    while (taken.has(slot)) slot += 1;
    taken.add(slot);
    return slot;
  });
};

export type MarkShape = 'circle' | 'rect' | 'triangle' | 'diamond';
export type LineDash = 'solid' | 'dashed' | 'dotted';

export interface SlotStyle {
  /** Index into the four device colours. */
  readonly colour: 0 | 1 | 2 | 3;
  readonly shape: MarkShape;
  readonly dash: LineDash;
  /** Slots 4 to 7 repeat the colours with hollow shapes and dotted lines. */
  readonly hollow: boolean;
}

const shapes: readonly [MarkShape, MarkShape, MarkShape, MarkShape] = [
  'circle',
  'rect',
  'triangle',
  'diamond',
];

/** Colour, shape and line of a slot; eight differ, then they repeat. */
export const slotStyle = (slot: number): SlotStyle => {
  const colour = (slot % 4) as 0 | 1 | 2 | 3;
  const hollow = slot % 8 >= 4;
  return {
    colour,
    shape: shapes[colour],
    dash: hollow ? 'dotted' : colour % 2 === 1 ? 'dashed' : 'solid',
    hollow,
  };
};

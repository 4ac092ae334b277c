/**
 * Which colour and shape a device has. A device keeps its place in the device list as its slot wherever
 * it is drawn; a second one with the same place (another run) gets the next free slot.
 */

/**
 * The place of a device among those of this machine and those that only runs know: one of this machine has
 * its own, one of another machine stands behind them all, so that no two are drawn alike on one screen.
 */
export const placeAmong = (
  device: { readonly key: string; readonly index: number },
  here: readonly { readonly key: string; readonly index: number }[],
): number => here.find(({ key }) => key === device.key)?.index ?? here.length + device.index;

/** Slots for devices with these places, in order; all different. The first `kept` go to nobody else. */
export const assignSlots = (places: readonly number[], kept = 0): readonly number[] => {
  const taken = new Set<number>();
  return places.map((place) => {
    let slot = place;
    if (taken.has(slot)) slot = Math.max(slot, kept);
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

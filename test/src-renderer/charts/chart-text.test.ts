import { describe, expect, it } from 'vitest';
import { createMeasureText, pxOfFont } from '@renderer/components/chart-text';

const canvas = () => {
  const asked: string[] = [];
  return {
    asked,
    context: {
      font: '',
      measureText(text: string) {
        asked.push(text);
        return { width: text.length * 6 } as TextMetrics;
      },
    },
  };
};

describe('the width of a text of a chart', () => {
  it('is measured in the face that is asked for', () => {
    const { context } = canvas();
    const measure = createMeasureText(context);
    expect(measure('256', '600 11px Inter').width).toBe(18);
    expect(context.font).toBe('600 11px Inter');
  });

  it('of the character that only stands for a height needs no face that has it', () => {
    const { context, asked } = canvas();
    expect(createMeasureText(context)('国', '600 11px Inter').width).toBe(11);
    expect(asked).toEqual([]);
  });

  it('is estimated where nothing can be measured', () => {
    expect(createMeasureText(null)('1024', '10px Inter').width).toBeCloseTo(22);
    expect(pxOfFont('bold serif')).toBe(12);
  });
});

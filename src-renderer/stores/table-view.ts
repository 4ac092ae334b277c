/**
 * How the result table is looked at. Which columns were chosen is remembered between starts (an entry of
 * localStorage that cannot be read is forgotten); filter and order live as long as the window.
 */
import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import { noFilter, type TableFilter } from '@renderer/components/results/table-filter';
import {
  columnNames,
  type ColumnChoice,
  type ColumnName,
  type SortOrder,
} from '@renderer/components/results/table-model';

const storageKey = 'ndrange.columns';

const readChoice = (): ColumnChoice => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof value !== 'object' || value === null) return {};
    const given = new Map(Object.entries(value));
    return Object.fromEntries(
      columnNames.flatMap((name) => {
        const shown: unknown = given.get(name);
        return typeof shown === 'boolean' ? [[name, shown]] : [];
      }),
    );
  } catch {
    return {};
  }
};

export const useTableView = defineStore('table-view', () => {
  const choice = shallowRef<ColumnChoice>(readChoice());
  const filter = shallowRef<TableFilter>(noFilter);
  const order = ref<SortOrder>({ column: 'local', descending: false });

  watch(choice, (value) => localStorage.setItem(storageKey, JSON.stringify(value)));

  const showColumn = (name: ColumnName, shown: boolean): void => {
    choice.value = { ...choice.value, [name]: shown };
  };
  const usualColumns = (): void => {
    choice.value = {};
  };

  return { choice, filter, order, showColumn, usualColumns };
});

/** Triggers by which every write to a table drops the checksum of its stretch, `width` keys long. Shipped, like the steps that use it. */
export function droppingSums(table: string, key: string, width: number): string {
  const drop = (row: 'OLD' | 'NEW') =>
    `DELETE FROM row_sum WHERE tbl = '${table}' AND from_key = ${row}.${key} / ${width} * ${width};`;
  const trigger = (name: string, event: string, ...drops: readonly string[]) =>
    `CREATE TRIGGER ${table}_sum_${name} AFTER ${event} ON ${table} BEGIN ${drops.join(' ')} END;`;
  return [
    trigger('made', 'INSERT', drop('NEW')),
    trigger('remade', 'UPDATE', drop('OLD'), drop('NEW')),
    trigger('gone', 'DELETE', drop('OLD')),
  ].join('\n');
}

/** The shape of a catalogue without its English: texts stay texts, and what takes something in takes the same in every language. */
export type Worded<T> = T extends string
  ? string
  : T extends number
    ? T
    : T extends (...given: infer Given) => infer Says
      ? (...given: Given) => Worded<Says>
      : { readonly [Key in keyof T]: Worded<T[Key]> };

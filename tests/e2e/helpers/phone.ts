/** A usual phone, by its fingers and its size in CSS pixels. */
export const phone = { size: { width: 390, height: 844 }, touch: true } as const;

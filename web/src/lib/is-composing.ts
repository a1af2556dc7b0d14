import type { KeyboardEvent } from 'react';

/** In Safari, only this code shows that the Enter that accepts a word still belongs to the input method. */
const keyOfInputMethod = 229;

/** While an input method composes a word (Japanese, Korean…), every key belongs to it. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === keyOfInputMethod;

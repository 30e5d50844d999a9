/** The key code of a key that an input method takes. In Safari it is the only sign: there the composition is over before its last key. */
const TAKEN = 229

const stop = (event: KeyboardEvent): void => {
  if (event.isComposing || event.keyCode === TAKEN) event.stopImmediatePropagation()
}

/**
 * Keeps from the whole app the keys that belong to an input method: Enter takes the proposed characters, Escape drops them, arrows and Tab
 * choose among them. The browser still does its own part. Listening at the window before everything else means that no handler has
 * to think of this, neither ours nor a package's.
 */
export const leaveKeysToInputMethods = (): void => addEventListener('keydown', stop, { capture: true })

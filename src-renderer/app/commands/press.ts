/** The types of `<input>` in which nothing is typed. */
const notTyped = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** Whether text is written there, which has an undo of its own. */
export const isText = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement) return !notTyped.includes(target.type)
  return (
    target.closest(
      'textarea, [contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"], [role="textbox"], [role="searchbox"], [role="spinbutton"]',
    ) !== null
  )
}

/** Whether letters that are pressed there are typed, also to find a choice. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  isText(target) ||
  (target instanceof Element &&
    !(target instanceof HTMLInputElement) &&
    target.closest('select, [role="combobox"], [role="listbox"], [role="menu"]') !== null)

/** A letter as a capital. On keyboards of other scripts it is the one that is at its place on a Latin one. */
const letterOf = ({ key, code }: KeyboardEvent): string | null => {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const isOtherScript = key.length === 1 && /\p{L}/u.test(key)
  return isOtherScript ? (/^Key([A-Z])$/.exec(code)?.[1] ?? null) : null
}

/** The key as the table of commands names it, such as 'Mod+K', 'Shift+L', 'G' or '?'; null for all that no command has. */
export const stepOf = (event: KeyboardEvent): string | null => {
  if (event.altKey) return null
  const letter = letterOf(event)
  const isMod = event.ctrlKey || event.metaKey
  if (letter) return `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${letter}`
  // The sign of a key depends on the keyboard; which key and whether Shift gave it, does not matter.
  return isMod || event.key === 'Dead' ? null : event.key
}

/** The dialogs, menus and drawers that are open over the screen. */
export const openLayers = (): number => document.querySelectorAll('.MuiModal-root').length
/**
 * The layers over whatever a key was pressed on. An open dialog or menu keeps the focus: when the screen has it, those that
 * are still to be seen are fading away.
 */
export const layersOver = (target: EventTarget | null): number => {
  const isOnScreen = target instanceof Element && target !== document.body && target.closest('.MuiModal-root') === null
  return isOnScreen ? 0 : openLayers()
}
/** Whether a card is carried by the keyboard, whose keys then move it. */
export const isCarrying = (): boolean => document.querySelector('[data-carrying]') !== null

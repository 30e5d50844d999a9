/**
 * Does something once the next frame is on the screen: for work that a press asks for but whose first answer, such as a menu that
 * closes, should not wait for it.
 */
export const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act))

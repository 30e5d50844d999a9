/**
 * Runs `act` after the next frame is on the screen, so that the first answer to a press (such as a menu that closes)
 * does not wait for it.
 */
export const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act))

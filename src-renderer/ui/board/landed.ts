import { create } from 'zustand'

/** Milliseconds for which a card shows that it is where the person has just put it, or that what they wrote is kept. */
export const LANDED_MS = 1_200

const useLanded = create<{ id: string | null }>(() => ({ id: null }))
let timer: ReturnType<typeof setTimeout> | undefined

/** Frames the card for a moment, wherever it is drawn. Only the last one has a frame. */
export const noteLanded = (id: string): void => {
  clearTimeout(timer)
  useLanded.setState({ id })
  timer = setTimeout(() => useLanded.setState({ id: null }), LANDED_MS)
}

/** Whether this card has just been put where it is. Each card asks for itself, so that a drop draws no other one again. */
export const useIsLanded = (id: string): boolean => useLanded((state) => state.id === id)

/** Takes the mark away at once, so that it does not be on what is drawn next. */
export const forgetLanded = (): void => {
  clearTimeout(timer)
  useLanded.setState({ id: null })
}

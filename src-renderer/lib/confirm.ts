import { create } from 'zustand'

export type ConfirmQuestion = {
  title: string
  text: string
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
}
type ConfirmState = { question: ConfirmQuestion | null; answer: (isConfirmed: boolean) => void }

/** Read by the one ConfirmDialog in the app's shell. */
export const useConfirmStore = create<ConfirmState>(() => ({ question: null, answer: () => undefined }))

/** Asks, and answers true when the person confirms, false when they cancel or close. */
export const confirm = (question: ConfirmQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    useConfirmStore.getState().answer(false)
    useConfirmStore.setState({
      question,
      answer: (isConfirmed) => {
        useConfirmStore.setState({ question: null, answer: () => undefined })
        resolve(isConfirmed)
      },
    })
  })

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

/** Takes back the question that is asked, as if it had been cancelled. */
export const dropQuestion = (): void => useConfirmStore.getState().answer(false)

/** Asks, and answers true when the person confirms, false when they cancel or close. */
export const confirm = (question: ConfirmQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    dropQuestion()
    useConfirmStore.setState({
      question,
      answer: (isConfirmed) => {
        useConfirmStore.setState({ question: null, answer: () => undefined })
        resolve(isConfirmed)
      },
    })
  })

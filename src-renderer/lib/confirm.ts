import { create } from 'zustand'

export type ConfirmQuestion = {
  title: string
  text: string
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  /** A second way on, which loses something. */
  otherLabel?: string
}
export type Choice = 'confirmed' | 'other' | 'cancelled'
type ConfirmState = { question: ConfirmQuestion | null; answer: (choice: Choice) => void }

/** Read by the one ConfirmDialog in the app's shell. */
export const useConfirmStore = create<ConfirmState>(() => ({ question: null, answer: () => undefined }))

/** Takes back the question that is asked, as if it had been cancelled. */
export const dropQuestion = (): void => useConfirmStore.getState().answer('cancelled')

/** Asks, and answers what the person chose; closing the dialog is cancelling. */
export const choose = (question: ConfirmQuestion): Promise<Choice> =>
  new Promise((resolve) => {
    dropQuestion()
    useConfirmStore.setState({
      question,
      answer: (choice) => {
        useConfirmStore.setState({ question: null, answer: () => undefined })
        resolve(choice)
      },
    })
  })

/** Asks a question of yes or no. */
export const confirm = async (question: Omit<ConfirmQuestion, 'otherLabel'>): Promise<boolean> =>
  (await choose(question)) === 'confirmed'

import { create } from 'zustand'
import { cutQuotes } from '#shared/rules/cut.ts'

export type ConfirmQuestion = {
  title: string
  text: string
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  /** The label of a second way on, which loses something. */
  otherLabel?: string
}
export type Choice = 'confirmed' | 'other' | 'cancelled'
type ConfirmState = { question: ConfirmQuestion | null; answer: (choice: Choice) => void }

/** The open question; the one ConfirmDialog in the app's shell reads it. */
export const useConfirmStore = create<ConfirmState>(() => ({ question: null, answer: () => undefined }))

/** Takes back the open question, as if the person had cancelled it. */
export const dropQuestion = (): void => useConfirmStore.getState().answer('cancelled')

/** Asks a question and answers the person's choice; closing the dialog means cancelling. */
export const choose = (question: ConfirmQuestion): Promise<Choice> =>
  new Promise((resolve) => {
    dropQuestion()
    useConfirmStore.setState({
      question: { ...question, title: cutQuotes(question.title), text: cutQuotes(question.text) },
      answer: (choice) => {
        useConfirmStore.setState({ question: null, answer: () => undefined })
        resolve(choice)
      },
    })
  })

/** Asks a question whose answer is yes or no. */
export const confirm = async (question: Omit<ConfirmQuestion, 'otherLabel'>): Promise<boolean> =>
  (await choose(question)) === 'confirmed'

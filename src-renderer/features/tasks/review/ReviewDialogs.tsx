import type { Task } from '#shared/contract/index.ts'
import { ChangesDialog, type ToChange } from './ChangesDialog.tsx'
import { SubmitSheet } from './SubmitSheet.tsx'

type ReviewDialogsProps = {
  handIn: Task | null
  sendBack: ToChange | null
  onHandInClosed: () => void
  onHandedIn?: (task: Task) => void
  onSendBackClosed: () => void
  onSentBack: (task: Task) => void
}

/** The dialogs that a drag opens: into review for handing in, back out of it for what is to be changed. */
export const ReviewDialogs = ({
  handIn,
  sendBack,
  onHandInClosed,
  onHandedIn,
  onSendBackClosed,
  onSentBack,
}: ReviewDialogsProps) => (
  <>
    <SubmitSheet task={handIn} onClose={onHandInClosed} {...(onHandedIn && { onSubmitted: onHandedIn })} />
    <ChangesDialog asked={sendBack} onClose={onSendBackClosed} onDone={onSentBack} />
  </>
)

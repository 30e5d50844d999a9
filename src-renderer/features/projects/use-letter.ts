import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { applicationQuery } from '#data/letters.ts'
import { accessQuery } from '#data/memberships.ts'
import { isApiError } from '#lib/api.ts'
import { keptDraft, type WrittenLetter } from '#parts/letters/application-draft.ts'
import type { ApplicationSheetProps } from '#parts/letters/ApplicationSheet.tsx'
import type { ActionView } from './action-area.ts'
import { isConflict, type useApply } from './mutations.ts'

/** Why no application can be sent, by what the dialog would offer; null while it can. */
const whyNotSend = ({ kind }: ActionView): string | null => {
  switch (kind) {
    case 'applied':
    case 'alreadyRequested':
      return 'You have applied to this project already.'
    case 'closed':
      return 'This project is no longer taking applications.'
    case 'paused':
      return 'This project isn’t taking applications right now.'
    case 'invited':
      return 'The project has invited you meanwhile. Please answer the invitation.'
    case 'rejected':
      return 'Your application to this project was rejected.'
    case 'member':
      return 'You are a member of this project.'
    default:
      return null
  }
}

/** Whether the project has an application that says the same: then the answer to an earlier try was lost. */
const useIsSentAlready = (projectID: string) => {
  const client = useQueryClient()
  return async (body: WrittenLetter): Promise<boolean> => {
    const { data: access } = await client.fetchQuery({ ...accessQuery(projectID), staleTime: 0 })
    if (access.requestId === null) return false
    const { data } = await client.fetchQuery({ ...applicationQuery(access.requestId), staleTime: 0 })
    return (
      (data.letter ?? '') === body.letter &&
      body.answers.every(({ question, answer }) =>
        data.answers.some((given) => given.question === question && given.answer === answer),
      )
    )
  }
}

/** The sheet in which an application gets a letter and answers, for a server that has them. */
export const useLetter = (project: ProjectDetails, view: ActionView, apply: ReturnType<typeof useApply>) => {
  const hasLetters = useCapability('letters', true)
  const isSentAlready = useIsSentAlready(project.id)
  const [isOpen, setIsOpen] = useState(false)
  /** The sheet's code is loaded once it is wanted, and stays until it has faded out. */
  const [isWanted, setIsWanted] = useState(false)
  const open = () => {
    apply.reset()
    setIsWanted(true)
    setIsOpen(true)
  }
  const close = () => setIsOpen(false)
  const sheet: ApplicationSheetProps = {
    title: `Apply to ${project.title}`,
    sendLabel: 'Send',
    isOpen,
    onClose: () => {
      if (!apply.isSuccess && !apply.isPending) apply.reset()
      close()
    },
    about: project.id,
    questions: project.questions,
    whyNot: apply.isSuccess || !isOpen ? null : whyNotSend(view),
    isSending: apply.isPending,
    error: apply.error,
    onSend: (body, { onSuccess, onError }) => {
      const finish = () => {
        onSuccess()
        close()
        // The button that has opened the sheet is gone: the focus goes to what has become of the press.
        setTimeout(() => document.querySelector<HTMLElement>('[data-outcome]')?.focus())
      }
      apply.mutate(body, {
        onSuccess: finish,
        onError: (error) => {
          onError(error)
          if (isConflict(error))
            void isSentAlready(body).then(
              (isSent) => isSent && finish(),
              () => undefined,
            )
        },
      })
    },
  }
  const asks = hasLetters && project.questions.length > 0
  return {
    /** Applies in one press, unless the project asks something. */
    apply: () => {
      if (asks) return open()
      apply.mutate(
        {},
        {
          onError: (error) => {
            // It asks something since it was read.
            if (hasLetters && isApiError(error) && error.status === 422) open()
          },
        },
      )
    },
    /** Opens the sheet; null where Apply does, and where the server knows no letters. */
    write: hasLetters && !asks ? open : null,
    hasDraft: hasLetters && view.kind === 'apply' && keptDraft(project.id) !== null,
    hasLetters,
    sheet: isWanted ? sheet : null,
  }
}

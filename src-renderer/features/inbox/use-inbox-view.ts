import { useLocation, useNavigate } from 'react-router-dom'
import { noticeViews } from '#shared/contract/notifications.ts'
import { addressState, oneOf, text, useAddressState } from '#lib/address-state.ts'

const inboxAddress = addressState({
  tab: oneOf(noticeViews, 'forYou'),
  /** The notice that is opened. */
  notice: text(40),
})

/** The part of the inbox's state that is in the address: the tab, and the opened notice. */
export const useInboxView = () => {
  const { values, hrefOf, go } = useAddressState(inboxAddress)
  const state: unknown = useLocation().state
  const navigate = useNavigate()
  const isOpenedHere = typeof state === 'object' && state !== null && 'isOpenedHere' in state
  return {
    view: values.tab,
    openedID: values.notice === '' ? null : values.notice,
    hrefOfTab: (tab: typeof values.tab) => hrefOf({ tab, notice: '' }),
    /** A link that opens a notice beside the list. */
    linkTo: (id: string) => ({ to: hrefOf({ notice: id }), state: { isOpenedHere: true }, preventScrollReset: true }),
    /** Opens another notice in place of one that is done with, so that back does not lead to that one. */
    replaceBy: (id: string) => go({ notice: id }, { replace: true, state }),
    /** Goes back to the list. */
    close: () => {
      if (isOpenedHere) void navigate(-1)
      else go({ notice: '' }, { replace: true })
    },
  }
}
export type InboxView = ReturnType<typeof useInboxView>

import { useCall } from '#data/use-call.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { asSentence, errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

/** Confirms a payment by its ID; a repeat after a lost answer does it once. */
export const useConfirmPayment = () => {
  const keyOf = useKeyOfTry()
  return useCall('payments.confirm', {
    input: (id: string) => ({ params: { id }, body: { idempotencyKey: keyOf(id) } }),
    onSuccess: () => toast('Confirmed.', 'success'),
    onError: (error: Error) => toast(asSentence(errorText(error, 'That could not be done')), 'error'),
    isStaleAfter: () => true,
  })
}

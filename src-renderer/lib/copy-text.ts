import { toast } from './toast.ts'

/** Puts a text into the clipboard, and says whether that went well. */
export const copyText = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied', 'success')
  } catch {
    toast('It could not be copied. Please select the text and copy it.', 'error')
  }
}

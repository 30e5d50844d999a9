/** The screens' tests keep keys of input methods from the app, as src-renderer/main.tsx does. */
import { leaveKeysToInputMethods } from '#lib/composing.ts'

leaveKeysToInputMethods()

// What scripts add to the pages where guests type and send; each is whole without it. Remix hydrates nothing: this stands
// where its own entry would. Every event is heard at the window, so that elements which a translator or an extension
// wraps, adds or replaces change nothing. It may run twice.
import { keepDraft } from './routes/cadastro/rascunho.ts'
import { helpTyping } from './routes/cadastro/typing.ts'
import { refuseRepeats } from './convidado/sending.ts'

const { dataset } = document.documentElement
if (dataset.formularios === undefined) {
  dataset.formularios = ''
  refuseRepeats()
  helpTyping()
  keepDraft()
}

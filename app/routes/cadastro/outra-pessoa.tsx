import type { CadastroValues, Pagador } from '../../../server/domain/cadastro'
import { cadastroPath } from '~/shared/cadastro-path'

/**
 * What a form reads whose number the company has already under another name: it names nobody (decision 0012). The
 * button sends what was typed again; Enter in a field stays the form's own.
 */
export function OutraPessoa({ convite, values }: { convite: Pagador | null; values: CadastroValues }) {
  const sent = { ...values, outra: 'sim' }
  return (
    <div className="resumo pergunta" tabIndex={-1} autoFocus role="group" aria-labelledby="resumo">
      <h2 id="resumo">Já há um cadastro com este número nesta empresa</h2>
      <p>Se é a mesma pessoa, ela já está confirmada. Se o número é outro, corrija-o abaixo.</p>
      <form method="post" action={cadastroPath(convite)} acceptCharset="utf-8">
        {Object.entries(sent).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <button className="contorno">É OUTRA PESSOA</button>
      </form>
    </div>
  )
}

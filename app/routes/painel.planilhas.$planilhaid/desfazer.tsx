import { FoldedAct } from '~/painel/painel'
import { Message } from '~/shared/field'
import { countOf, grouped } from '~/shared/words'
import type { desfazerShown } from './desfazer.server.ts'

type Shown = NonNullable<Awaited<ReturnType<typeof desfazerShown>>>

/** Takes back what the import made; afterwards how many left, and who stayed. */
export function Desfazer(shown: Shown) {
  const { sairam, ficam, isRunning } = shown
  if (isRunning)
    return (
      <Message>
        A importação está sendo desfeita. <a href="?">Atualizar agora</a>
      </Message>
    )
  return (
    <section aria-label="Desfazer">
      {sairam > 0 ? <Left {...shown} /> : null}
      {ficam > 0 ? (
        <FoldedAct
          title="DESFAZER ESTA IMPORTAÇÃO"
          told={toldOf(shown)}
          fields={{}}
          ato="desfazer"
          button="DESFAZER ESTA IMPORTAÇÃO"
        />
      ) : null}
    </section>
  )
}

function toldOf({ isOfEmpresas, ficam, sairam }: Shown): string {
  if (sairam > 0) return 'Sai mais quem, desde então, voltou a estar como a planilha deixou. O resto fica.'
  return isOfEmpresas
    ? `${countOf(ficam, 'empresa volta', 'empresas voltam')} ao que era antes: as novas saem, as mudadas voltam. Fica como está a que já tem convidado, a que recebeu link e o que alguém mudou depois.`
    : `${countOf(ficam, 'pessoa sai', 'pessoas saem')} da lista. Fica quem já respondeu, entrou, foi corrigido ou recebeu mensagem, link ou etiqueta. O que ela corrigiu em quem já estava na lista não volta.`
}

function Left({ isOfEmpresas, sairam, ficam, nomes }: Shown) {
  const done = isOfEmpresas
    ? countOf(sairam, 'empresa voltou ao que era', 'empresas voltaram ao que eram')
    : countOf(sairam, 'pessoa saiu', 'pessoas saíram')
  const more = ficam - nomes.length
  return (
    <>
      <Message>{`importação desfeita: ${done}.`}</Message>
      {ficam > 0 ? (
        <>
          <p>{`${countOf(ficam, 'ficou', 'ficaram')}, porque algo aconteceu depois:`}</p>
          <ul>
            {nomes.map(({ nome, href }) => (
              <li key={href}>
                <a href={href}>{nome}</a>
              </li>
            ))}
            {more > 0 ? <li>{`e mais ${grouped(more)}`}</li> : null}
          </ul>
        </>
      ) : null}
    </>
  )
}

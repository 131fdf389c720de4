import { FoldedAct } from '~/painel/painel'
import { Message } from '~/shared/field'
import { countOf, grouped } from '~/shared/words'
import { Onward } from './andamento.tsx'
import type { desfazerShown } from './desfazer.server.ts'

type Shown = NonNullable<Awaited<ReturnType<typeof desfazerShown>>>

/** Takes back what the import made; afterwards how many left, and who stayed. */
export function Desfazer(shown: Shown) {
  const { tipo, novas, sairam, ficam, isRunning, isTried } = shown
  const pessoas = ficam - novas.ficam
  if (isRunning)
    return (
      <p className="alerta">
        Desfazendo a importação… <a href="?">Atualizar agora</a>
      </p>
    )
  return (
    <section aria-label="Desfazer">
      {sairam > 0 || isTried ? <Left {...shown} /> : null}
      {ficam > 0 ? (
        <FoldedAct
          title="Desfazer esta importação"
          told={toldOf(shown)}
          fields={{}}
          ato="desfazer"
          button={
            tipo === 'convidados' && sairam === 0 && pessoas > 1
              ? `Desfazer e tirar os ${grouped(pessoas)}`
              : 'Desfazer'
          }
        />
      ) : null}
    </section>
  )
}

/** Why something of an import stays. */
const FICA = {
  convidados: 'Fica quem já respondeu, entrou, foi corrigido ou recebeu mensagem, link ou etiqueta.',
  empresas: 'Fica como está a que já tem convidado, já recebeu o link, ou que alguém mudou depois.',
}

function toldOf({ tipo, novas, ficam, sairam }: Shown): string {
  if (sairam > 0) return 'Se der, saem mais alguns dos que ficaram.'
  const empresas =
    novas.ficam === 0
      ? ''
      : `, e ${countOf(novas.ficam, 'empresa nova que ficar vazia', 'empresas novas que ficarem vazias')}`
  return tipo === 'empresas'
    ? `Esta importação tem ${countOf(ficam, 'empresa', 'empresas')}: o que é novo sai, e o que mudou volta ao que era. ${FICA[tipo]}`
    : `${countOf(ficam - novas.ficam, 'pessoa sai', 'pessoas saem')} da lista${empresas}. ${FICA[tipo]} O que a planilha corrigiu em quem já estava na lista não volta.`
}

function Left({ tipo, novas, sairam, ficam, nomes }: Shown) {
  const isOfEmpresas = tipo === 'empresas'
  const done = isOfEmpresas
    ? countOf(sairam, 'empresa saiu ou voltou ao que era', 'empresas saíram ou voltaram ao que eram')
    : countOf(sairam - novas.sairam, 'pessoa saiu', 'pessoas saíram') +
      (novas.sairam === 0 ? '' : `, e ${countOf(novas.sairam, 'empresa nova', 'empresas novas')}`)
  const more = ficam - nomes.length
  return (
    <>
      {sairam > 0 ? (
        <Message>{`${done}.`}</Message>
      ) : (
        <Message isWarning>{isOfEmpresas ? 'nenhuma empresa mudou.' : 'ninguém saiu.'}</Message>
      )}
      {ficam > 0 ? (
        <>
          <p>{`${countOf(ficam, 'ficou', 'ficaram')}. ${FICA[tipo]}`}</p>
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
      <Onward tipo={tipo} />
    </>
  )
}

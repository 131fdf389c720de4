import { Paging } from '~/painel/filtro'
import { Bar } from '~/shared/bar'
import { Message } from '~/shared/field'
import { ActLink, ButtonLink } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'
import type { planilhaShown } from './planilhas.server.ts'
import { RowsRefused } from './rows.tsx'

type Shown<Kind> = Extract<Awaited<ReturnType<typeof planilhaShown>>, { kind: Kind }>

/** How far the reading or recording of an upload has got; `total` is 0 while unknown. */
export type Far = Omit<Shown<'running'>, 'kind'>

/** `7.300 de 19.900 linhas`, or the current phase before there are any. */
export function farWords({ fase, feitas, total }: Far): string {
  if (total > 0) return `${grouped(feitas)} de ${countOf(total, 'linha', 'linhas')}`
  return fase === 'lendo' ? 'Abrindo o arquivo' : 'Conferindo as linhas'
}

/** Progress; the page reloads by itself. */
export function Running(far: Far) {
  const { fase, feitas, total } = far
  return (
    <div className="alerta">
      <p>
        <b className="contagem">{farWords(far)}</b>
      </p>
      <Bar pieces={[{ ate: total === 0 ? 0 : (100 * feitas) / total }]} />
      <p>
        {fase === 'lendo'
          ? 'A planilha está sendo lida. Nada é gravado antes de você conferir.'
          : 'A planilha está sendo gravada. Você pode sair desta página: a gravação continua.'}
      </p>
      <p className="nota">
        Esta página se atualiza sozinha. <a href="?">Atualizar agora</a>
      </p>
    </div>
  )
}

/** Why a recording has to be checked again, and how many rows are already recorded. */
export function Stopped({ fase, feitas, total }: Far) {
  const stand = `${grouped(feitas)} de ${countOf(total, 'linha está gravada', 'linhas estão gravadas')}`
  if (fase === 'mudou')
    return (
      <Message isWarning>
        {feitas > 0
          ? `o que está gravado mudou enquanto você conferia. ${stand}, e agora não se gravou mais nenhuma. Confira de novo.`
          : 'o que está gravado mudou enquanto você conferia, e nada desta planilha foi gravado. Confira de novo.'}
      </Message>
    )
  return (
    <Message isWarning>
      {total > 0
        ? `a gravação parou: ${stand}. Confira as que faltam e continue; nenhuma se grava duas vezes.`
        : 'a gravação parou antes da primeira linha. Confira e continue.'}
    </Message>
  )
}

/** A reading that did not finish: nothing from it was kept. */
export function Unread() {
  return (
    <>
      <p className="alerta aviso">
        A leitura parou antes do fim, e nada foi gravado. Envie a planilha de novo.
      </p>
      <p className="acoes estreita">
        <ButtonLink href="/painel/planilhas">ENVIAR PLANILHA</ButtonLink>
      </p>
    </>
  )
}

/** What was recorded, the next step, and the remaining work; or the refused rows. */
export function Recorded({ refused, ...done }: Omit<Shown<'recorded'>, 'desfazer'>) {
  if (!refused)
    return (
      <>
        <Message>{doneWords(done)}</Message>
        <section className="mesa-de-envio" aria-label="Próximo passo">
          <NextStep {...done} />
          <ToDo {...done} />
        </section>
      </>
    )
  const { rows, ...paging } = refused
  return (
    <>
      <p>Corrija estas na sua planilha e envie-a de novo, inteira: o que já entrou não muda.</p>
      {paging.total === 0 ? (
        <p className="nota">Não há mais o que mostrar: envie a planilha de novo para ver o que falta.</p>
      ) : (
        <RowsRefused rows={rows} total={rows.length} />
      )}
      <Paging {...paging} hrefOf={(to) => `?ver=recusadas&pagina=${to}`} />
      <p className="acoes">
        <ActLink href="/painel/planilhas">ENVIAR A PLANILHA CORRIGIDA</ActLink>
        <ActLink href="?">VER O QUE FICOU POR FAZER</ActLink>
      </p>
    </>
  )
}

type Done = Omit<Shown<'recorded'>, 'refused' | 'desfazer'>

function doneWords({ tipo, entram, mudam, recusadas }: Done): string {
  const [one, many] =
    tipo === 'empresas'
      ? ['empresa entrou', 'empresas entraram']
      : ['convidado entrou', 'convidados entraram']
  const changed = mudam === 0 ? '' : ` e ${countOf(mudam, 'mudou', 'mudaram')}`
  const refused =
    recusadas === 0
      ? ''
      : recusadas === 1
        ? ' A recusada ficou de fora.'
        : ` As ${grouped(recusadas)} recusadas ficaram de fora.`
  return `${countOf(entram, one, many)}${changed}.${refused}`
}

function NextStep({ tipo, links }: Done) {
  const isOfLinks = tipo === 'empresas' && links > 0
  return (
    <div className="ingresso">
      <p>Próximo passo</p>
      <h2>{isOfLinks ? 'Agora envie os links' : 'Agora envie as mensagens'}</h2>
      {isOfLinks ? (
        <>
          <b className={links > 9_999 ? 'longo' : undefined}>{grouped(links)}</b>
          <p>{links === 1 ? 'responsável tem WhatsApp' : 'responsáveis têm WhatsApp'}</p>
        </>
      ) : null}
      <form className="destacar" action="/painel/envios">
        <button>IR PARA ENVIOS</button>
      </form>
    </div>
  )
}

const NAMED = 2

function ToDo({ tipo, links, semWhatsapp, recusadas }: Done) {
  const others = semWhatsapp.length - NAMED
  const named = semWhatsapp.slice(0, NAMED)
  const names = others > 0 ? `${named.join(', ')} e mais ${others}` : named.join(' e ')
  return (
    <div>
      <h2>O que ficou por fazer</h2>
      <ul className="historia por-fazer">
        {links > 0 ? (
          <li>
            <b>{countOf(links, 'link', 'links')}</b>
            <span>Um por vez, pelo WhatsApp, com a mensagem pronta. Pode ser em dois celulares.</span>
          </li>
        ) : null}
        {semWhatsapp.length > 0 ? (
          <li>
            <b>{countOf(semWhatsapp.length, 'sem WhatsApp', 'sem WhatsApp')}</b>
            <span>
              {`${names}. `}
              <a href="/painel/empresas?mostrar=sem-whatsapp">Anotar os números</a>
            </span>
          </li>
        ) : null}
        {recusadas > 0 ? (
          <li>
            <b>{countOf(recusadas, 'recusada', 'recusadas')}</b>
            <span>
              {'Corrija na sua planilha e envie de novo, inteira: o que já entrou não muda. '}
              <a href="?ver=recusadas">{recusadas === 1 ? 'Ver a recusada' : 'Ver as recusadas'}</a>
            </span>
          </li>
        ) : null}
      </ul>
      <p className="pagina">
        {tipo === 'empresas' ? (
          <ActLink href="/painel/empresas">VER AS EMPRESAS</ActLink>
        ) : (
          <ActLink href="/painel/convidados">VER OS CONVIDADOS</ActLink>
        )}
        <ActLink href="/painel/planilhas">ENVIAR OUTRA PLANILHA</ActLink>
      </p>
    </div>
  )
}

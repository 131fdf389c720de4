import { Paging } from '~/painel/painel'
import { Message } from '~/shared/field'
import { ActLink } from '~/shared/page'
import { countOf } from '~/shared/words'
import { RowsRefused } from './rows.tsx'

interface RecordedProps {
  tipo: 'empresas' | 'convidados'
  entram: number
  mudam: number
  recusadas: number
  /** Companies whose holder can be written to, and the names of the others. */
  links: number
  semWhatsapp: string[]
  /** A page of the refused rows; null where the page shows what is left to do. */
  refused: {
    rows: { line: number; nome: string; problems: string[] }[]
    total: number
    pagina: number
    perPage: number
  } | null
}

/** What was recorded, the next step, and what is left to do; or the rows that were refused. */
export function Recorded({ refused, ...done }: RecordedProps) {
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

type Done = Omit<RecordedProps, 'refused'>

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
        : ` As ${countOf(recusadas, '', '').trim()} recusadas ficaram de fora.`
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
          <b className={links > 9_999 ? 'longo' : undefined}>{countOf(links, '', '').trim()}</b>
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

import type { Tipo } from '../../../server/domain/envio'
import { envioHref, filaHref, filaOf, textoHref, type Ato } from '~/painel/envios/filas'
import type { filaShown, Parte } from '~/painel/envios/fila.server'
import { Paging } from '~/painel/filtro'
import { Bar } from '~/shared/bar'
import { Balao } from '~/shared/envio'
import { LinesField } from '~/shared/field'
import { ActLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf, grouped } from '~/shared/words'

type Shown = Awaited<ReturnType<typeof filaShown>>

/** What is left, as a ticket whose stub one tears off to start; beside it, what everyone receives. */
export function Desk(page: Shown) {
  const { tipo, mesa, feitos, total, faltam, isBegun, isOffered, exemplo } = page
  const { nome, dito } = filaOf(tipo)
  if (faltam === 0) return <Pronta {...page} />
  return (
    <section className="mesa-de-envio" aria-label={nome}>
      <div className="ingresso">
        <h2>Falta enviar</h2>
        <b className={faltam > 9_999 ? 'longo' : undefined}>{grouped(faltam)}</b>
        <Bar pieces={[{ ate: total === 0 ? 0 : (100 * feitos) / total }]} />
        <p>{`${grouped(feitos)} de ${grouped(total)} ${dito}`}</p>
        {isOffered ? (
          <form className="destacar" method="post" action="/painel/envios">
            <input type="hidden" name="fila" value={tipo} />
            {mesa ? <input type="hidden" name="mesa" value={mesa} /> : null}
            <button>{isBegun ? 'Continuar' : 'Começar'}</button>
          </form>
        ) : null}
      </div>
      <div>
        <h2 className="so-largo">O que cada um recebe</h2>
        {exemplo ? (
          <div className="so-largo">
            <Balao mensagem={exemplo} />
          </div>
        ) : null}
        <p>
          <ActLink href={textoHref(tipo)}>Ver e mudar o texto</ActLink>
        </p>
        {page.isTooMany ? <p className="nota">São muitas mensagens: 40 por dia é seguro.</p> : null}
      </div>
    </section>
  )
}

/** All were sent; who got their invitation and did not answer is next. */
function Pronta({ tipo, enviados, ultimo, counts }: Shown) {
  const next = tipo === 'pessoal' ? counts.relance : 0
  return (
    <section className="acoes pronta">
      <h2>{tipo === 'pessoal' ? 'Todos os convites saíram' : 'Não falta ninguém'}</h2>
      <p>
        {countOf(enviados, 'enviado', 'enviados')}
        {ultimo === null ? '.' : `, o último ${ultimo}.`}
        {tipo === 'pessoal' ? ' Quem você convidar entra aqui sozinho.' : ''}
      </p>
      {next > 0 ? (
        <form method="post" action="/painel/envios">
          <input type="hidden" name="fila" value="relance" />
          <button>
            {next === 1 ? 'Lembrar quem não respondeu' : `Lembrar os ${next} que não responderam`}
          </button>
        </form>
      ) : null}
    </section>
  )
}

/** For a list of recipients that WhatsApp itself keeps: nothing is noted of whom it goes to. */
export function Transmissao({ text }: { text: string }) {
  return (
    <details>
      <summary>Texto para uma lista de transmissão</summary>
      <LinesField
        id="transmissao"
        label="Texto do convite público"
        hint="Copie e cole na lista do WhatsApp. Não fica anotado quem recebeu."
        value={text}
        rows={6}
        readOnly
      />
    </details>
  )
}

/** Several people working on one queue. */
export function Pessoas({ pessoas }: Pick<Shown, 'pessoas'>) {
  if (pessoas.length < 2) return null
  const told = pessoas.map(({ nome, enviou }) => `${nome} enviou ${enviou}`)
  return (
    <p className="alerta">
      <b>{`${pessoas.length} pessoas nesta fila:`}</b> {told.join(', ')}. Cada uma recebe nomes diferentes.
    </p>
  )
}

const CAPTIONS: Record<Parte, string> = {
  faltam: 'Falta enviar',
  enviados: 'Já enviados',
  fora: 'Não vai pelo WhatsApp',
}

/** Rows with their state and the one act for each. */
export function FilaList({ tipo, parte, mesa, linhas, found, pagina, perPage }: Shown) {
  const { quem, onde } = filaOf(tipo)
  const more = { ...(parte !== 'faltam' && { ver: parte }), ...(mesa && { mesa }) }
  return (
    <div id="linhas">
      <Table
        className="dobra fila"
        caption={
          <>
            {CAPTIONS[parte]} <b>{grouped(found)}</b>
          </>
        }
        heads={[quem, onde, 'WhatsApp', 'Situação', { hidden: 'Ações' }]}
      >
        {linhas.map((linha) => (
          <tr key={linha.para}>
            <th scope="row">{linha.href === null ? linha.nome : <a href={linha.href}>{linha.nome}</a>}</th>
            <td>{linha.empresa}</td>
            <td className="fone">{linha.telefone}</td>
            <td>
              <span className={`estado ${linha.estado.look}`}>{linha.estado.text}</span>
              {linha.estado.nota === null ? null : <span className="nota fato">{linha.estado.nota}</span>}
            </td>
            <Atos tipo={tipo} linha={linha} />
          </tr>
        ))}
      </Table>
      <Paging
        pagina={pagina}
        perPage={perPage}
        total={found}
        hrefOf={(page) => `${filaHref(tipo, { ...more, pagina: String(page) })}#linhas`}
      />
    </div>
  )
}

const BUTTONS: Partial<Record<Ato, string>> = {
  enviar: 'Enviar',
  foi: 'Foi enviado',
  'enviar-de-novo': 'Enviar de novo',
  'em-maos': 'Entreguei de outro jeito',
}

function Atos({ tipo, linha: { para, quem, anotar, atos } }: { tipo: Tipo; linha: Shown['linhas'][number] }) {
  const isBelow = atos.length > 1 || anotar !== null || atos[0] === 'enviar-de-novo'
  return (
    <td className={isBelow ? 'atos-da-linha embaixo' : 'atos-da-linha'}>
      {anotar === null ? null : (
        <ActLink href={anotar}>
          Anotar número<span className="oculto">{` de ${quem}`}</span>
        </ActLink>
      )}
      {atos.map((ato) => {
        const isSending = ato === 'enviar' || ato === 'enviar-de-novo'
        return (
          <form
            key={ato}
            method="post"
            action={envioHref(tipo, para)}
            // WhatsApp opens beside the list, which stays, in one tab for all.
            target={isSending ? 'whatsapp' : undefined}
          >
            {isSending ? null : <input type="hidden" name="lista" value="1" />}
            <button
              className={ato === 'enviar' || ato === 'foi' ? 'contorno pequeno' : 'ato'}
              name="ato"
              value={ato}
            >
              {BUTTONS[ato]}
              <span className="oculto">{` a ${quem}`}</span>
            </button>
          </form>
        )
      })}
    </td>
  )
}

/** Chooses one table in the queue of personal invitations. */
export function MesaFilter({ mesas, mesa }: Pick<Shown, 'mesas' | 'mesa'>) {
  if (mesas.length < 2) return null
  const all = mesas.reduce((sum, { count }) => sum + count, 0)
  return (
    <form className="filtro" action="/painel/envios">
      <input type="hidden" name="fila" value="pessoal" />
      <div>
        <label htmlFor="mesa">Mesa</label>
        <select id="mesa" name="mesa" defaultValue={mesa ?? ''}>
          <option value="">{`Todas as mesas (${all})`}</option>
          {mesas.map(({ empresaid, nome, count }) => (
            <option key={empresaid} value={empresaid}>{`${nome} (${count})`}</option>
          ))}
        </select>
      </div>
      <button className="contorno">Mostrar</button>
    </form>
  )
}

/** The other parts of a queue. */
export function OtherParts({ tipo, parte, enviados, fora }: Shown) {
  return (
    <p className="pagina partes">
      {parte === 'faltam' ? null : <ActLink href={filaHref(tipo)}>Ver os que faltam</ActLink>}
      {enviados > 0 && parte !== 'enviados' ? (
        <ActLink href={filaHref(tipo, { ver: 'enviados' })}>{`Já enviados: ${enviados}`}</ActLink>
      ) : null}
      {fora > 0 && parte !== 'fora' ? (
        <ActLink href={filaHref(tipo, { ver: 'fora' })}>
          {`Não vai pelo WhatsApp: ${countOf(fora, 'pessoa', 'pessoas')}`}
        </ActLink>
      ) : null}
    </p>
  )
}

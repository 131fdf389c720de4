import { OutlineLink, useIsOver } from '~/shared/page'
import { NO_STORE, pageOf, seeOther, fieldsOf, uuidIn } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { AnnulForm, convidadoHref } from '~/painel/convidado-told'
import { Table } from '~/shared/table'
import { countOf } from '~/shared/words'
import { Paging } from '~/painel/filtro'
import { FoldedAct, Painel, painelTitled, SeenAt } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { Services } from '../../server/composition.ts'
import type { Aparelho } from '../../server/domain/aparelho.ts'
import type { Modo } from '../../server/domain/entrada.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { isHeldBack, RECEBER_MAX, type Pareamento } from '../../server/domain/pareamento.ts'
import { findEnsaio } from '../../server/use-cases/ensaio.ts'
import { PORTA_PAGE, readPorta, type Admitida } from '../../server/use-cases/read-porta.ts'
import { seenAt, momentOf, eventTime } from '~/shared/event-clock'

/** What the organiser sees of the door, one page of each list. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const { config, equipe, painel, now } = services
  const { inicio } = config.evento
  const pages = { duas: pageOf(request, 'repetidas'), fora: pageOf(request) }
  const asOf = now() - (await painel.age())
  const [porta, aparelhos, pareamentos, { dentro, confirmados }, ensaio] = await Promise.all([
    readPorta(services, pages),
    equipe.list(),
    equipe.listPareamentos(),
    painel.count(now()),
    findEnsaio(services, now()),
  ])
  const shown = ({ entradaid, em, quem }: Admitida) => ({
    entradaid,
    hora: momentOf(inicio, em, now()),
    quem: named(quem),
  })
  return {
    hora: eventTime(inicio, asOf),
    dentro,
    confirmados,
    newEntradaid: services.newId(),
    pages,
    perPage: PORTA_PAGE,
    totalDuas: porta.totalDuas,
    totalFora: porta.totalFora,
    /** Until when a rehearsal is on. */
    ensaio: ensaio && eventTime(inicio, ensaio.ate),
    duas: porta.duas.map(({ entradas, ...convidado }) => ({ ...convidado, entradas: entradas.map(shown) })),
    fora: porta.fora.map(({ anotado, modo, ...entrada }) => ({ ...shown(entrada), anotado, modo })),
    phones: aparelhos.flatMap((aparelho) => phonesOf(aparelho, pareamentos, inicio, now())),
  }
})

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

/**
 * The phones an aparelho is or was: the one paired now or last, and earlier ones that have not sent
 * everything. A browser that never reported unsent facts is not a phone of the door.
 */
function phonesOf(aparelho: Aparelho, pareamentos: Pareamento[], inicio: string, now: number) {
  const theirs = pareamentos.filter(({ aparelhoid }) => aparelhoid === aparelho.aparelhoid)
  return theirs.flatMap((pareamento) => {
    const { aparelhoid, pareadoem, fechadoem, enviouem, pendentes } = pareamento
    if (pendentes === null || (pendentes === 0 && pareamento !== theirs.at(-1))) return []
    const wait = isHeldBack(pareamento) ? Math.min(pendentes, RECEBER_MAX) : 0
    return [
      {
        aparelhoid,
        pareadoem,
        nome: named(aparelho.nome),
        pendentes,
        wait,
        visto: enviouem === null ? null : seenAt(inicio, enviouem, now),
        fechado:
          fechadoem === null ? null : aparelho.revogadoem === null ? 'antes do novo código' : 'desligado',
      },
    ]
  })
}

/** An erasure also erases the names of the team. */
const named = (nome: string) => (nome === '' ? 'aparelho sem nome' : nome)

export const action = painelAction(async ({ services, autor }, { request }) => {
  await actAtPorta(services, request, autor())
  return seeOther(hrefOf({ duas: pageOf(request, 'repetidas'), fora: pageOf(request) }), NO_STORE)
})

/**
 * Annuls the admission of someone not on the list, or lets a phone deliver what waits on it.
 * @throws Response 400 for a form that is not ours; StorageError
 */
async function actAtPorta(services: Services, request: Request, autor: Autor): Promise<void> {
  const fields = await fieldsOf(request)
  switch (fields('ato')) {
    case 'anular': {
      const entradaid = uuidIn(fields)
      const asked = { credencialid: '', entradaid, anula: fields('anula') ?? '' }
      const annulment = await services.entradas.annul(asked, autor)
      if (annulment.kind === 'entrada-not-found') throw new Response(null, { status: 400 })
      return
    }
    case 'receber': {
      const [aparelhoid, pareadoem] = [fields('aparelhoid'), Number(fields('pareadoem'))]
      const found = (await services.equipe.listPareamentos()).find(
        (one) => one.aparelhoid === aparelhoid && one.pareadoem === pareadoem,
      )
      if (!found) throw new Response(null, { status: 400 })
      // Facts already received, by another organiser or the same form, no longer wait.
      await services.equipe.receive(found.segredo, autor)
      return
    }
    default:
      throw new Response(null, { status: 400 })
  }
}

export const meta = painelTitled('Porta')

export default function Porta() {
  const { hora, ensaio, dentro, confirmados, duas, fora, newEntradaid, phones, ...lists } =
    useLoaderData<typeof loader>()
  const { pages, perPage, totalDuas, totalFora } = lists
  const [um, muitos] = useIsOver() ? ['entrou', 'entraram'] : ['dentro', 'dentro']
  return (
    <Painel
      current="Porta"
      title="Porta"
      gauge={
        <>
          <SeenAt hora={hora} href="/painel/porta" />
          <OutlineLink href="/painel/porta/ensaio">Ensaio</OutlineLink>
        </>
      }
    >
      {ensaio === null ? null : (
        <p className="alerta aviso" role="status">
          <b>ENSAIO</b>
          {` nos celulares da porta até ${ensaio}: nada é gravado, ninguém entra.`}
        </p>
      )}
      <p>
        <b>{countOf(dentro + totalFora, um, muitos)}</b>
        {`: ${dentro} dos ${countOf(confirmados, 'confirmado', 'confirmados')}`}
        {totalFora > 0 ? ` e ${totalFora} fora da lista. ` : '. '}
        <a href="/painel/empresas?ordem=dentro">Ver por empresa</a>
      </p>
      <section>
        <h2 className="oculto">Entraram duas vezes</h2>
        {totalDuas === 0 ? <p>Ninguém entrou duas vezes.</p> : <EnteredTwice duas={duas} />}
        <Paging
          pagina={pages.duas}
          perPage={perPage}
          total={totalDuas}
          hrefOf={(page) => hrefOf({ ...pages, duas: page })}
        />
        {totalDuas === 0 ? null : (
          <p className="nota">
            Dois celulares sem rede não sabem um do outro. Ninguém é posto para fora: confira com a pessoa e,
            se foi engano, desfaça a entrada na página do convidado.
          </p>
        )}
      </section>
      {totalFora === 0 ? null : (
        <section>
          <h2 className="oculto">Entraram fora da lista</h2>
          <ForaDaLista fora={fora} newEntradaid={newEntradaid} />
          <Paging
            pagina={pages.fora}
            perPage={perPage}
            total={totalFora}
            hrefOf={(page) => hrefOf({ ...pages, fora: page })}
          />
        </section>
      )}
      <section>
        <h2 className="oculto">Celulares da porta</h2>
        {phones.length === 0 ? <p>Nenhum celular está na porta ainda.</p> : <Phones phones={phones} />}
        <p className="nota so-tela">
          Para pôr mais alguém na porta, convide em <a href="/painel/equipe">Equipe</a>. Aqui mesmo,{' '}
          <a href="/painel/convidados">busque o nome</a> ou <a href="/porta">leia os QR codes com a câmera</a>
          .
        </p>
      </section>
    </Painel>
  )
}

/** The door's board, at a page of each of its lists. */
function hrefOf({ duas, fora }: { duas: number; fora: number }): string {
  const query = [...(duas > 1 ? [`repetidas=${duas}`] : []), ...(fora > 1 ? [`pagina=${fora}`] : [])]
  return query.length === 0 ? '/painel/porta' : `/painel/porta?${query.join('&')}`
}

function Phones({ phones }: Pick<Shown, 'phones'>) {
  return (
    <Table caption="Celulares da porta" heads={['Pessoa', 'Última vez', 'Por enviar']}>
      {phones.map((phone) => (
        <tr key={`${phone.aparelhoid} ${phone.pareadoem}`}>
          <th scope="row">
            {phone.nome}
            {phone.fechado === null ? null : <span className="nota">{`, ${phone.fechado}`}</span>}
          </th>
          <td>{phone.visto ?? 'ainda não entrou'}</td>
          <td>
            {phone.pendentes === 0 ? (
              'tudo enviado'
            ) : (
              <b>{countOf(phone.pendentes, 'entrada', 'entradas')}</b>
            )}
            {phone.wait === 0 ? null : <Waiting {...phone} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Asks once more before a phone delivers more than its limit. */
function Waiting({ aparelhoid, pareadoem, wait }: Shown['phones'][number]) {
  return (
    <FoldedAct
      title="Receber"
      told="Este celular já entregou o que se recebe sem perguntar. Nada se perde: o resto espera nele. Confira com a pessoa o que ela leu, e receba."
      fields={{ aparelhoid, pareadoem }}
      ato="receber"
      button={`Receber ${countOf(wait, 'entrada', 'entradas')}`}
      isDanger={false}
    />
  )
}

/** People let in who are not on the list: what was typed, heard or scanned, and an annulment for each. */
function ForaDaLista({ fora, newEntradaid }: Pick<Shown, 'fora' | 'newEntradaid'>) {
  return (
    <Table
      className="dobra com-hora"
      caption="Entraram fora da lista"
      heads={['Hora', 'Quem deixou entrar', 'O que ficou anotado', { hidden: 'Ato' }]}
    >
      {fora.map(({ entradaid, hora, quem, anotado, modo }) => (
        <tr key={entradaid}>
          <th scope="row">{hora}</th>
          <td>{quem}</td>
          <td className="larga">{notedAs(modo, anotado)}</td>
          <td className="larga">
            <AnnulForm anula={entradaid} hora={hora} entradaid={newEntradaid} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function notedAs(modo: Modo, anotado: string | null): string {
  if (anotado === null) return 'apagado'
  // The text of a QR code means nothing to a reader.
  return modo === 'camera' ? 'um código que não é deste evento' : anotado
}

/** Guests admitted more than once, with where and when. A person decides, on the guest's page. */
function EnteredTwice({ duas }: Pick<Shown, 'duas'>) {
  return (
    <Table caption="Entraram duas vezes" heads={['Convidado', 'Mesa', 'Entradas']}>
      {duas.map(({ credencialid, nome, mesa, entradas, more }) => (
        <tr key={credencialid}>
          <th scope="row">
            {nome === null ? 'Convidado excluído' : <a href={convidadoHref(credencialid)}>{nome}</a>}
          </th>
          <td>{mesa ?? 'sem mesa'}</td>
          <td className="larga">
            {entradas.map(({ entradaid, hora, quem }) => (
              <span key={entradaid} className="fato">{`${hora}, ${quem}`}</span>
            ))}
            {more === 0 ? null : (
              <span className="fato">{`e mais ${countOf(more, 'entrada', 'entradas')}`}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

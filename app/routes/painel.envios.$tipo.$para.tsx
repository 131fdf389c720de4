import { useLoaderData } from '@remix-run/react'
import { estadoOf, quemOf, toldOf } from '~/painel/envios/estado.server'
import { anotarHref, ondeOf, pessoasOf, progressOf, tipoIn, toRow } from '~/painel/envios/fila.server'
import { envioHref, filaHref, filaOf, textoHref } from '~/painel/envios/filas'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { Cartao, ENVIAR, FOI, NAO_SEI, NAO_TEM, PULAR, UmPorVez, type Botoes } from '~/shared/envio'
import { cenaOf, DITOS, GOING, isFresh, mensagemFor, namesOf, numberOf, opened } from '~/shared/envios.server'
import { equipeOf, painelAction } from '~/shared/equipe.server'
import { dayToldOf } from '~/shared/event-clock'
import { withErrorPage } from '~/shared/failure.server'
import { mensagemByWhatsapp } from '~/shared/links.server'
import { refreshTo } from '~/shared/mensagem'
import { ButtonLink } from '~/shared/page'
import { fieldsOf, noStore, seeOther, type MetaFunction, type RouteArgs } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import type { Envio, Tipo } from '../../server/domain/envio.ts'
import { own } from '../../server/domain/own.ts'
import { readFila, type Linha } from '../../server/use-cases/envios.ts'
import { linhaIn, takeNext, tellLinha } from '../../server/use-cases/send-envios.ts'

export const handle: RouteHandle = { sheet: 'envios' }

/**
 * One message: who it is for, its final text, and what this browser may do with it. Viewing takes no row;
 * only a form does.
 */
export async function loader({ request, context, params }: RouteArgs) {
  const { services, aparelho, painel } = await equipeOf(request, context)
  const shown = envioShown(services, request, tipoIn(params.tipo), params.para ?? '', aparelho.aparelhoid)
  const um = await withErrorPage(services, shown)
  return noStore({ ...painel, ...um }, um.linha ? 200 : 404)
}

/** Does what a form on the row asks for, and leads to the same row, to the next, or to the list. */
export const action = painelAction(async ({ services, autor }, { request, params }) => {
  const [tipo, para, fields] = [tipoIn(params.tipo), params.para ?? '', await fieldsOf(request)]
  const toNext = async (empresaid: string | null) => {
    const next = await takeNext(services.envios, await readFila(services, tipo), { empresaid }, autor())
    return toRow(tipo, next)
  }
  const ato = fields('ato') ?? ''
  if (ato === 'enviar' || ato === 'enviar-de-novo') {
    const asked = { para, isForced: ato === 'enviar-de-novo' }
    const isGoing = await opened(services, await readFila(services, tipo), asked, autor())
    return seeOther(isGoing ? `${envioHref(tipo, para)}?${GOING}` : envioHref(tipo, para))
  }
  if (ato === 'proximo') return toNext(null)
  const dito = own(DITOS, ato)
  if (dito === undefined) throw new Response(null, { status: 400 })
  const told = await tellLinha(services.envios, await readFila(services, tipo), { para, dito }, autor())
  // What was sent is out of date by now: the row is shown, to be sent again.
  if (told.kind === 'outdated')
    return seeOther(fields('lista') === '1' ? filaHref(tipo, { feito: 'antiga' }) : envioHref(tipo, para))
  if (fields('lista') !== '1') return toNext(told.kind === 'told' ? told.empresaid : null)
  if (told.kind === 'not-due') return seeOther(filaHref(tipo, { feito: 'sumiu' }))
  return seeOther(filaHref(tipo, { feito: dito === 'em-maos' ? 'entregue' : 'enviado' }))
})

/**
 * The whole number appears only in WhatsApp's address, and on the page of the person who opened it.
 * @param eu an aparelhoid
 */
async function envioShown(services: Services, request: Request, tipo: Tipo, para: string, eu: string) {
  const [fila, textos] = await Promise.all([readFila(services, tipo), services.envios.listTextos()])
  const beside = { tipo, ...progressOf(fila) }
  const linha = linhaIn(fila, para)
  // Used, withdrawn or let in meanwhile: nobody waits for it any more.
  if (!linha) return { ...beside, linha: null }
  const now = services.now()
  const mensagem = mensagemFor(linha, textos, request, services)
  const { inicio } = services.config.evento
  const { situacao } = linha
  const { nomes } = fila
  const outros = pessoasOf(fila).filter(({ quem }) => quem !== eu && isAtIt(fila.linhas, quem))
  const estado = estadoOf(linha, nomes, eu, services)
  const whatsapp = mensagemByWhatsapp(mensagem, linha.digits ?? '')
  const isGoing = new URL(request.url).searchParams.has(GOING) && isFresh(situacao, eu, now)
  const seen = {
    eu,
    whatsapp,
    anotar: anotarHref(linha),
    comQuem: ({ quem }: Envio) => `${quemOf(quem, nomes)} está com esta`,
    toldOf: (envio: Envio) => toldOf(envio, nomes, services),
  }
  return {
    ...beside,
    linha: {
      para,
      nome: namesOf(linha) || (linha.empresa?.nome ?? ''),
      numero: numberOf(linha),
      empresa: ondeOf(linha),
      sabido: tipo === 'relance' ? `Recebeu em ${dayToldOf(inicio, linha.recebidoem ?? now, now)}.` : null,
      nota: estado.look === 'parado' ? estado.nota : null,
      mensagem,
      cena: cenaOf(linha, seen, services),
      outros: outros.map(({ nome }) => nome),
      /** Where the page goes on to by itself. */
      refresh: isGoing ? whatsapp : null,
    },
  }
}

/** Whether someone has a row of the queue now. */
const isAtIt = (linhas: Linha[], quem: string) =>
  linhas.some(({ situacao }) => situacao.kind === 'com-alguem' && situacao.envio.quem === quem)

/** After ENVIAR the page goes on to WhatsApp by itself. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const refresh = args.data?.linha?.refresh ?? null
  const titled = painelTitled<typeof loader>(
    (data) => `${data ? filaOf(data.tipo).nome : 'Envio'}, um por vez`,
  )
  return [...(titled(args) ?? []), ...(refresh === null ? [] : [refreshTo(refresh)])]
}

export default function EnvioPage() {
  const { tipo, linha, ...page } = useLoaderData<typeof loader>()
  const { nome } = filaOf(tipo)
  return (
    <Painel current="Envios" title={null}>
      <UmPorVez {...page} title={`${nome}, um por vez`} href={filaHref(tipo)} nome={nome}>
        {linha ? (
          <Cartao {...linha} action={envioHref(tipo, linha.para)} aba="whatsapp" botoes={BOTOES}>
            {linha.nota === null ? null : <p className="nota">{linha.nota}</p>}
            <Beside tipo={tipo} linha={linha} action={envioHref(tipo, linha.para)} />
          </Cartao>
        ) : (
          <>
            <p className="alerta aviso">
              {tipo === 'certificado'
                ? 'Este certificado não vai: ele é de quem entrou, e só depois do evento.'
                : 'Esta mensagem não precisa mais ir: a pessoa já se cadastrou, desistiu ou entrou.'}
            </p>
            <ButtonLink href={filaHref(tipo)}>Voltar à fila</ButtonLink>
          </>
        )}
      </UmPorVez>
    </Painel>
  )
}

/** The card stays while WhatsApp opens in the other tab: what became of the message is said on it. */
const BOTOES: Partial<Botoes> = {
  enviar: { main: ENVIAR, words: [FOI, PULAR] },
  voltou: { main: FOI, words: [['nao-foi', 'Não foi, pular'], NAO_SEI] },
}

/** Why it is not sent by WhatsApp. */
const MOTIVOS = [
  ['em-maos', 'Entreguei de outro jeito'],
  NAO_TEM,
  ['recusado', 'Não quer mensagens'],
] as const

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['linha']>

/** The less common texts and acts. */
function Beside({ tipo, linha, action }: { tipo: Tipo; linha: Shown; action: string }) {
  const { cena, outros } = linha
  if (cena.kind !== 'enviar' && cena.kind !== 'voltou') return null
  return (
    <>
      <p className="nota">
        {cena.kind === 'voltou'
          ? `Se você sair agora, fica anotado que abriu às ${cena.hora}, e ninguém envia de novo sem perguntar.`
          : null}
        {cena.kind === 'enviar' && outros.length > 0
          ? `${outros.join(' e ')} ${outros.length === 1 ? 'está' : 'estão'} na mesma fila, com outra pessoa. `
          : null}
        {cena.kind === 'enviar' ? <a href={textoHref(tipo)}>Mudar o texto</a> : null}
      </p>
      <form className="pagina" method="post" action={action}>
        {MOTIVOS.map(([ato, text]) => (
          <button key={ato} className="ato" name="ato" value={ato}>
            {text}
          </button>
        ))}
      </form>
    </>
  )
}

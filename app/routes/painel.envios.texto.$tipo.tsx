import { useActionData, useLoaderData } from '@remix-run/react'
import { tipoIn } from '~/painel/envios/fila.server'
import { filaHref, filaOf, filasWith, textoHref } from '~/painel/envios/filas'
import { Chips } from '~/painel/filtro'
import { FoldedAct, Painel, painelTitled } from '~/painel/painel'
import { Balao } from '~/shared/envio'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, LinesField, NOT_SAVED, Outcome } from '~/shared/field'
import { hiddenLink, mensagemOf, originalOf, type Para } from '~/shared/mensagem'
import { fieldsOf, noStore, seeOther } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import type { Texto, Tipo } from '../../server/domain/envio.ts'
import { parseTexto, readFila, type TextoErrors } from '../../server/use-cases/envios.ts'
import { hasMudanca, novidadeOf } from '../../server/domain/mudanca.ts'
import { paraOf, textoIn } from '~/shared/envios.server'
import { doneAt } from '~/shared/event-clock'
import { absoluteUrl } from '~/shared/links.server'
import { whenAt } from '~/shared/words'
import { quemOf } from '~/painel/envios/estado.server'
import { dayWithYear } from '../../server/domain/quando.ts'

export const handle: RouteHandle = { sheet: 'envios' }

/** How many changes of a text the page shows. */
const MUDANCAS = 5

/** A text, who would receive it first, and who changed it. */
export const loader = painelLoader(async ({ services }, { request, params }) => {
  const tipo = tipoIn(params.tipo)
  const [textos, fila, linhas] = await Promise.all([
    services.envios.listTextos(),
    readFila(services, tipo),
    services.historico.list({ ato: 'mudou-texto', after: null, limit: 50 }),
  ])
  const { evento } = services.config
  const stored = textoIn(textos, tipo)
  const first = fila.porEnviar[0] ?? fila.linhas[0]
  const para = first ? paraOf(first, request, services) : exampleOf(tipo, request, services)
  const mudancas = linhas.filter(({ detalhe }) => detalhe === tipo).slice(0, MUDANCAS)
  const nomes = await services.equipe.nomesOf(mudancas.map(({ quem }) => quem))
  return {
    tipo,
    isOwn: stored !== null,
    texto: stored ?? originalOf(para, evento),
    evento,
    para,
    hasMudanca: hasMudanca(services.gravado),
    enviados: fila.enviados.length,
    mudancas: mudancas.map(({ historicoid, em, quem }) => ({
      id: historicoid,
      nome: quemOf(quem, nomes),
      quando: doneAt(evento.inicio, em, services.now()),
    })),
  }
})

/** An invented recipient, for an empty queue. */
function exampleOf(tipo: Tipo, request: Request, services: Services): Para {
  const { inicio, fim } = services.config.evento
  const link = absoluteUrl('/exemplo/8kQ', request, services)
  const [nome, mesa] = ['Dalva', 'Fazenda Exemplo']
  if (tipo === 'lembrete') return { tipo, nome, link }
  if (tipo === 'certificado')
    return { tipo, nome, link: `${link}/certificado`, ate: dayWithYear(fim, services.eraseAt) }
  if (tipo === 'mesa') return { tipo, nome, empresa: mesa, link }
  const novidade = novidadeOf(services.gravado, 0)
  if (tipo === 'mudanca') return { tipo, nome, sobre: 'credenciais', links: [link], novidade }
  const ate = whenAt(inicio, services.closesAt)
  return { tipo, nome, mesa, ate, isAgain: false, convites: [{ nome, lugares: 1, link }] }
}

/** A text as it was typed, and what is wrong with it; no errors if only a preview was requested. */
interface TypedTexto {
  typed: Pick<Texto, 'abertura' | 'recado'>
  errors: Partial<Record<'abertura' | 'recado', string>>
}

/** gravar o texto, which applies from then on, Ver como fica, Usar o texto original. */
export const action = painelAction(async ({ services, autor }, { request, params }): Promise<Response> => {
  const [tipo, fields] = [tipoIn(params.tipo), await fieldsOf(request)]
  const ato = fields('ato')
  const to = (feito: string) => seeOther(`${textoHref(tipo)}?feito=${feito}`)
  if (ato === 'original') {
    await services.envios.putTexto({ tipo, abertura: '', recado: '' }, autor())
    return to('original')
  }
  const typed = { abertura: fields('abertura') ?? '', recado: fields('recado') ?? '' }
  const parsed = parseTexto(tipo, typed)
  if (parsed.kind === 'invalid')
    return noStore<TypedTexto>({ typed, errors: sentencesOf(parsed.errors) }, 422)
  if (ato === 'ver') return noStore<TypedTexto>({ typed: parsed.texto, errors: {} })
  await services.envios.putTexto(parsed.texto, autor())
  return to('gravado')
})

const SENTENCES = {
  empty: 'Escreva a abertura: ela continua depois do nome.',
  'too-long': 'São mais de 300 letras. Encurte um pouco.',
  unreadable: 'Há um sinal que não dá para gravar. Escreva de novo.',
}

const sentencesOf = (errors: TextoErrors): TypedTexto['errors'] => ({
  ...(errors.abertura && { abertura: SENTENCES[errors.abertura] }),
  ...(errors.recado && { recado: SENTENCES[errors.recado] }),
})

export const meta = painelTitled<typeof loader>((data) => (data ? filaOf(data.tipo).texto : 'Texto'))

const DONE = {
  gravado: 'o texto foi gravado. Vale para as próximas mensagens.',
  original: 'o texto original voltou. Vale para as próximas mensagens.',
}

export default function TextoPage() {
  const { feito, tipo, isOwn, texto, evento, para, enviados, mudancas, hasMudanca } =
    useLoaderData<typeof loader>()
  const written = useActionData<TypedTexto>()
  const { abertura, recado } = written?.typed ?? texto
  const errors = written?.errors ?? {}
  const mensagem = mensagemOf(evento, para, { tipo, abertura, recado })
  return (
    <Painel
      current="Envios"
      title={filaOf(tipo).texto}
      kicker={<a href={filaHref(tipo)}>Envios</a>}
      summary={
        <ErrorSummary
          title={NOT_SAVED}
          errors={(['abertura', 'recado'] as const).map((id) => ({ id, message: errors[id] }))}
        />
      }
    >
      {written ? null : <Outcome nome={feito} done={DONE} warnings={{}} />}
      <Chips
        label="Mensagens"
        chips={filasWith(hasMudanca, tipo).map((fila) => ({
          nome: fila.nome,
          href: textoHref(fila.tipo),
          isCurrent: fila.tipo === tipo,
        }))}
      />
      <div className="duplo">
        <section>
          <h2>O texto</h2>
          <p className="nota">
            Você escreve as partes abertas. As partes fixas o sistema põe sozinho, para que nome, dia e link
            saiam sempre certos.
          </p>
          <form method="post" acceptCharset="utf-8" noValidate={written !== undefined}>
            <div className="trancado">
              <b>Fixo: o começo, com o nome</b>
              <p>{mensagem.saudacao}</p>
            </div>
            <LinesField
              id="abertura"
              label="Abertura"
              hint="Continua depois do começo. Até 300 letras."
              error={errors.abertura ?? null}
              value={abertura}
              rows={4}
              maxLength={300}
              required
            />
            <div className="trancado">
              <b>Fixo: dia, hora e lugar</b>
              {mensagem.era === '' ? null : <p>{mensagem.era}</p>}
              <p>
                {mensagem.quando}
                <br />
                {mensagem.onde}
              </p>
            </div>
            <LinesField
              id="recado"
              label="Recado, se quiser"
              hint={`${tipo === 'certificado' ? '' : 'Estacionamento, traje, a que horas chegar. '}Até 300 letras.`}
              error={errors.recado ?? null}
              value={recado}
              rows={3}
              maxLength={300}
            />
            <div className="trancado">
              <b>Fixo: o link, sempre no fim</b>
              {mensagem.links.map(({ antes, link }) => (
                <p key={link}>{`${antes} ${hiddenLink(link)}`}</p>
              ))}
            </div>
            <div className="acoes">
              <button name="ato" value="gravar">
                Gravar o texto
              </button>
              <button className="contorno" name="ato" value="ver">
                Ver como fica
              </button>
            </div>
          </form>
          {isOwn ? (
            <FoldedAct
              title="Voltar ao texto original"
              told="A abertura e o recado que você escreveu se perdem. As mensagens já enviadas ficam como foram."
              fields={{}}
              ato="original"
              button="Usar o texto original"
              isDanger={false}
            />
          ) : null}
        </section>
        <section>
          <h2>Como chega</h2>
          <Balao mensagem={mensagem} isMarked />
          <p className="nota">
            {`O que está pontilhado é fixo. ${enviados === 1 ? '1 pessoa já recebeu' : `${enviados} pessoas já receberam`}; quem recebe depois de Gravar recebe o texto novo.`}
          </p>
          {mudancas.length > 0 ? (
            <ul className="historia">
              {mudancas.map(({ id, quando, nome }) => (
                <li key={id}>
                  <span>{quando}</span> <span>{`Mudou o texto, ${nome}`}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </section>
      </div>
    </Painel>
  )
}

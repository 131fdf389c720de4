-- Drives wrk for wrk.ts: sends one request over and over and checks the status and length of every answer.
-- Arguments: the request, the status its answer must have, and the fewest and most bytes.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  text = args[1]
  status, minBytes, maxBytes = tonumber(args[2]), tonumber(args[3]), tonumber(args[4])
  wrong, firstWrong = 0, ""
end

function request()
  return text
end

function response(got, headers, body)
  if got == status and #body >= minBytes and #body <= maxBytes then return end
  if wrong == 0 then firstWrong = string.format("%d with %d bytes", got, #body) end
  wrong = wrong + 1
end

function done(summary, latency)
  -- wrk runs with one thread.
  local thread, errors = threads[1], summary.errors
  io.write(string.format(
    '{"answers":%d,"seconds":%.6f,"p99Ms":%.3f,"wrong":%d,"firstWrong":"%s",' ..
    '"errors":{"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(99) / 1000,
    thread:get("wrong"), thread:get("firstWrong"),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end

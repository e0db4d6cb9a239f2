using System.Net.WebSockets;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The browser's DevTools protocol, as far as the tests need it: commands, answers and what went wrong on a page.</summary>
public sealed class DevTools : IDisposable
{
    private readonly ClientWebSocket _socket = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonElement>> _answers = new();
    private readonly ConcurrentDictionary<string, ConcurrentQueue<string>> _errors = new();
    private readonly ConcurrentDictionary<(string Session, string Event), Action<JsonElement>> _handlers = new();
    private readonly SemaphoreSlim _sending = new(1);
    private int _lastId;

    public static async Task<DevTools> Connect(Uri address)
    {
        var tools = new DevTools();
        await Eventually.Within(tools._socket.ConnectAsync(address, CancellationToken.None));
        _ = tools.Receive();
        return tools;
    }

    /// <summary>What goes wrong on the page of a session comes here: exceptions, errors of the console, failed requests.</summary>
    public void Follow(string session, ConcurrentQueue<string> errors) => _errors[session] = errors;

    /// <summary>What happens on the page of a session comes here. The handler is called on the thread that receives, and must not wait.</summary>
    public void Handle(string session, string name, Action<JsonElement> handler) => _handlers[(session, name)] = handler;

    public async Task<JsonElement> Send(string method, object? parameters = null, string? session = null)
    {
        var id = Interlocked.Increment(ref _lastId);
        var answer = _answers[id] = new TaskCompletionSource<JsonElement>(TaskCreationOptions.RunContinuationsAsynchronously);
        var message = new Dictionary<string, object?> { ["id"] = id, ["method"] = method, ["params"] = parameters ?? new object() };
        if (session is not null)
        {
            message["sessionId"] = session;
        }

        await _sending.WaitAsync();
        try
        {
            await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(message), WebSocketMessageType.Text, true, CancellationToken.None);
        }
        finally
        {
            _sending.Release();
        }

        return await Eventually.Within(answer.Task);
    }

    public void Dispose()
    {
        _socket.Dispose();
        _sending.Dispose();
    }

    private async Task Receive()
    {
        var buffer = new byte[64 * 1024];
        using var message = new MemoryStream();
        try
        {
            while (true)
            {
                var part = await _socket.ReceiveAsync(buffer, CancellationToken.None);
                message.Write(buffer, 0, part.Count);
                if (part.EndOfMessage)
                {
                    Take(JsonSerializer.Deserialize<JsonElement>(message.ToArray()));
                    message.SetLength(0);
                }
            }
        }
        catch (Exception e) when (e is WebSocketException or ObjectDisposedException or OperationCanceledException)
        {
            // the browser is gone, or we are
        }
    }

    private void Take(JsonElement message)
    {
        if (message.TryGetProperty("id", out var id))
        {
            if (_answers.TryRemove(id.GetInt32(), out var answer))
            {
                answer.SetResult(message.TryGetProperty("result", out var result) ? result : message);
            }

            return;
        }

        var parameters = message.GetProperty("params");
        if (message.TryGetProperty("sessionId", out var of)
            && _handlers.TryGetValue((of.GetString()!, message.GetProperty("method").GetString()!), out var handler))
        {
            handler(parameters.Clone());
            return;
        }

        var isError = message.GetProperty("method").GetString() switch
        {
            "Runtime.exceptionThrown" => true,
            "Runtime.consoleAPICalled" => parameters.GetProperty("type").GetString() == "error",

            // A busy machine has more questions than it may answer: the page shows that, and asks again.
            "Log.entryAdded" => parameters.GetProperty("entry") is var entry && entry.GetProperty("level").GetString() == "error"
                && !entry.GetProperty("text").GetString()!.Contains("status of 503", StringComparison.Ordinal),
            _ => false,
        };
        if (isError && message.TryGetProperty("sessionId", out var session) && _errors.TryGetValue(session.GetString()!, out var errors))
        {
            errors.Enqueue(parameters.GetRawText());
        }
    }
}

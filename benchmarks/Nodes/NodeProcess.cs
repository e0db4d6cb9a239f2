using System.Diagnostics;
using System.Reflection;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A measuring process, seen from its parent. One that does not answer in time is killed, and the run ends.</summary>
internal sealed class NodeProcess : IAsyncDisposable
{
    // What an answer begins with on the output of the process.
    private const string Answer = "=> ";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Process _process;

    public NodeProcess(params string[] arguments)
    {
        var host = Environment.ProcessPath!;
        if (Path.GetFileNameWithoutExtension(host) == "dotnet")
        {
            arguments = [Assembly.GetExecutingAssembly().Location, .. arguments];
        }

        _process = Process.Start(new ProcessStartInfo(host, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
    }

    /// <summary>Called by the measuring process: its next answer.</summary>
    public static void Write<T>(T what)
    {
        Console.Out.WriteLine(Answer + JsonSerializer.Serialize(what));
        Console.Out.Flush();
    }

    /// <summary>Asks for the next answer.</summary>
    public async Task<T> Ask<T>(string question = "")
    {
        await _process.StandardInput.WriteLineAsync(question);
        await _process.StandardInput.FlushAsync();
        return await Read<T>();
    }

    /// <summary>The next answer.</summary>
    public async Task<T> Read<T>()
    {
        using var patience = new CancellationTokenSource(Patience);
        while (await _process.StandardOutput.ReadLineAsync(patience.Token) is { } line)
        {
            if (line.StartsWith(Answer, StringComparison.Ordinal))
            {
                return JsonSerializer.Deserialize<T>(line[Answer.Length..])!;
            }
        }

        throw new InvalidOperationException("A measuring process ended early.");
    }

    public async ValueTask DisposeAsync()
    {
        // The end of its input ends it.
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync();
        }

        _process.Dispose();
    }
}

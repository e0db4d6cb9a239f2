using System.Threading.Channels;

namespace AkkaInstrumentation.Tests;

/// <summary>A program as a process, as somebody starts it from a shell. It ends with the test, and so do those that it has started.</summary>
public sealed class ProgramUnderTest : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly Process _process;
    private readonly Task<string> _errors;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    private ProgramUnderTest(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
        process.OutputDataReceived += (_, line) => _ = line.Data is { } text ? _lines.Writer.TryWrite(text) : _lines.Writer.TryComplete();
        process.BeginOutputReadLine();
    }

    public static ProgramUnderTest Start(ProcessStartInfo info)
    {
        info.RedirectStandardOutput = info.RedirectStandardError = true;
        return new ProgramUnderTest(Process.Start(BuiltProgram.ForSeconds(info))!);
    }

    /// <summary>Waits for the next line with a text in it.</summary>
    public async Task<string> Line(string text = "")
    {
        using var patience = new CancellationTokenSource(Patience);
        await foreach (var line in _lines.Reader.ReadAllAsync(patience.Token))
        {
            if (line.Contains(text, StringComparison.Ordinal))
            {
                return line;
            }
        }

        throw new InvalidOperationException($"The program has ended without '{text}': {await _errors}");
    }

    /// <summary>Waits for its end and returns everything that it wrote after what was read.</summary>
    public async Task<(int ExitCode, string Output, string Errors)> End(TimeSpan? timeout = null)
    {
        await Eventually.Within(_process.WaitForExitAsync(), timeout);
        var output = new List<string>();
        await foreach (var line in _lines.Reader.ReadAllAsync())
        {
            output.Add(line);
        }

        return (_process.ExitCode, string.Join('\n', output), await _errors);
    }

    /// <summary><c>INT</c> is Ctrl+C.</summary>
    public void Signal(string signal) => Signal(_process.Id, signal);

    public static void Signal(int process, string signal)
    {
        using var kill = Process.Start("kill", ["-s", signal, $"{process}"]);
        kill.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
    }
}

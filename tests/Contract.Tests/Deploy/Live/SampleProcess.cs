using System.Globalization;
using System.Threading.Channels;

namespace AkkaInstrumentation.Tests;

/// <summary>A program as a process, as somebody starts it from a shell.</summary>
internal sealed class SampleProcess : IDisposable
{
    private readonly Process _process;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    /// <summary>A built sample.</summary>
    public SampleProcess(string name, params string[] arguments)
        : this(BuiltProgram.Start(name, arguments))
    {
    }

    public SampleProcess(Process process)
    {
        _process = process;
        _process.OutputDataReceived += (_, line) => _lines.Writer.TryWrite(line.Data ?? "(the process has ended)");
        _process.BeginOutputReadLine();
    }

    public int Id => _process.Id;

    /// <summary>Waits for the line with a text in it.</summary>
    public async Task<string> Line(string text)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(3));
        while (true)
        {
            var line = await _lines.Reader.ReadAsync(patience.Token);
            if (line.Contains(text, StringComparison.Ordinal))
            {
                return line;
            }
        }
    }

    public static void Signal(int process, string signal)
    {
        using var kill = Process.Start("kill", ["-s", signal, process.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }
}

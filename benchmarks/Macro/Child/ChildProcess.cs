using System.Diagnostics;
using System.Reflection;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A measuring process, seen from its parent. One that does not answer in time is killed and is a problem of its row.</summary>
internal sealed class ChildProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly string _name;
    private readonly State? _state;
    private readonly TimeSpan _patience;
    private readonly Task<string> _errors;

    private ChildProcess(Process process, string name, TimeSpan patience, State? state = null)
    {
        _process = process;
        _name = name;
        _state = state;
        _patience = patience;
        _errors = process.StandardError.ReadToEndAsync();
    }

    /// <summary>Starts this program as a child; returns when it is warm.</summary>
    public static async Task<ChildProcess> Start(State state, IWorkload workload, int messages)
    {
        var child = new ChildProcess(
            Process.Start(Command(ChildProgram.Command, state.Name, workload.Name, $"{messages}"))!, $"{workload.Name} {state.Name}", workload.Patience, state);
        try
        {
            await child.Read();
            return child;
        }
        catch
        {
            await child.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts this program as a child that has one answer and ends.</summary>
    public static async Task<T> Once<T>(string name, string[] arguments, TimeSpan patience)
    {
        await using var child = new ChildProcess(Process.Start(Command(arguments))!, name, patience);
        return JsonSerializer.Deserialize<T>(await child.Read())!;
    }

    public Task<Iteration> Iterate() => Ask<Iteration>(ChildProgram.Iterate);

    /// <summary>The child flushes its listeners and ends.</summary>
    public Task<Totals> Finish() => Ask<Totals>(ChildProgram.Finish);

    public async ValueTask DisposeAsync()
    {
        // the end of its input ends a child that waits for a question
        await Quietly(_process.StandardInput.DisposeAsync().AsTask());
        if (!_process.HasExited && !_process.WaitForExit(TimeSpan.FromSeconds(10)))
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync();
        }

        _process.Dispose();
    }

    private async Task<T> Ask<T>(string question)
    {
        await Quietly(_process.StandardInput.WriteLineAsync(question));
        await Quietly(_process.StandardInput.FlushAsync());
        return JsonSerializer.Deserialize<T>(await Read())!;
    }

    // a child that is no more breaks the pipe; that it has ended, and why, is reported where its answer is missed
    private static async Task Quietly(Task write)
    {
        try
        {
            await write;
        }
        catch (IOException)
        {
        }
    }

    private async Task<string> Read()
    {
        using var patience = new CancellationTokenSource(_patience);
        try
        {
            while (await _process.StandardOutput.ReadLineAsync(patience.Token) is { } line)
            {
                if (line.StartsWith(ChildProgram.Answer, StringComparison.Ordinal))
                {
                    return line[ChildProgram.Answer.Length..];
                }
            }
        }
        catch (OperationCanceledException)
        {
            _process.Kill(entireProcessTree: true);
            throw new MeasurementException($"{_name}: no answer within {_patience.TotalSeconds} s, killed", _state);
        }

        throw new MeasurementException($"{_name}: ended early. {FirstLineOf(await _errors)}", _state);
    }

    private static string FirstLineOf(string errors) =>
        errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).FirstOrDefault() ?? "";

    private static ProcessStartInfo Command(params string[] arguments)
    {
        var host = Environment.ProcessPath!;
        if (Path.GetFileNameWithoutExtension(host) == "dotnet")
        {
            arguments = [Assembly.GetExecutingAssembly().Location, .. arguments];
        }

        return new ProcessStartInfo(host, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
    }
}

/// <summary>A measuring process has failed; the text is for the reader of the results.</summary>
internal sealed class MeasurementException(string message, State? state) : Exception(message)
{
    /// <summary>Of the process that failed.</summary>
    public State? State { get; } = state;
}

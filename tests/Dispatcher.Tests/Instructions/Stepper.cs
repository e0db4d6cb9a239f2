using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>
/// Counts the instructions that a process' main thread executes, by ptrace and one step at a time: the only counter that a
/// virtual machine without performance counters has, and an exact one. Linux on x64; one thread must make all calls.
/// </summary>
internal sealed partial class Stepper
{
    /// <summary>The call by which the counted program marks the borders of what is counted; otherwise no one's business.</summary>
    public const int MarkCall = 110;

    private const int SingleStep = 9;
    private const int Detach = 17;
    private const int ToNextCall = 24;
    private const int ReadRegister = 3;
    private const int Seize = 0x4206;
    private const int Interrupt = 0x4207;
    private const int TellCallsApart = 1;
    private const int AnyThread = 0x40000000;
    private const int Trap = 5;
    private const nint CallRegister = 15 * 8;

    private readonly int _thread;

    private Stepper(int thread) => _thread = thread;

    /// <summary>Whether a child of this process may be traced. The kernel, a container or a policy may forbid it.</summary>
    public static bool IsPermitted()
    {
        using var child = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "read line"]) { RedirectStandardInput = true })!;
        try
        {
            return Trace(Seize, child.Id, 0, 0) == 0;
        }
        finally
        {
            child.Kill();
        }
    }

    /// <summary>Takes hold of the thread, lets <paramref name="go"/> wake it, and stops it at its first mark.</summary>
    public static Stepper AtFirstMark(int thread, Action go)
    {
        var stepper = new Stepper(thread);
        stepper.Do(Seize, 0, TellCallsApart);
        stepper.Do(Interrupt, 0, 0);
        var signal = stepper.Wait() == Trap ? 0 : throw new InvalidOperationException("the thread did not stop");
        go();

        // a call stops twice: on its way in and on its way out
        for (var marks = 0; marks < 2; marks += stepper.IsMark() ? 1 : 0)
        {
            stepper.Do(ToNextCall, 0, signal);
            signal = stepper.Wait();
        }

        return stepper;
    }

    /// <summary>Instructions up to the next mark, that of the mark's own call included.</summary>
    public int ToNextMark()
    {
        var steps = 0;
        var signal = 0;
        do
        {
            Do(SingleStep, 0, signal);
            signal = Wait();
            steps++;
        }
        while (!IsMark());
        return steps;
    }

    public void LetGo() => Do(Detach, 0, 0);

    private bool IsMark()
    {
        // the raw call would return the value; libc's wrapper does, and tells failure by errno alone
        Marshal.SetLastPInvokeError(0);
        var call = Trace(ReadRegister, _thread, CallRegister, 0);
        return (int)call == MarkCall;
    }

    // returns the signal that the thread is to get when it goes on
    private int Wait()
    {
        if (WaitFor(_thread, out var status, AnyThread) != _thread)
        {
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        }

        if ((status & 0xff) != 0x7f)
        {
            throw new InvalidOperationException($"the counted process has ended: {status}");
        }

        var signal = (status >> 8) & 0xff;
        return (signal & 0x7f) == Trap ? (status >> 16 == 0 ? 0 : Trap) : signal;
    }

    private void Do(long request, nint address, nint data)
    {
        if (Trace(request, _thread, address, data) == -1)
        {
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        }
    }

    [LibraryImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    private static partial nint Trace(long request, int process, nint address, nint data);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    private static partial int WaitFor(int process, out int status, int options);
}

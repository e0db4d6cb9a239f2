using System.Runtime.InteropServices;
using Iced.Intel;
using Microsoft.Win32.SafeHandles;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Steps through what the first thread of another process does between two stops that it asks for, instruction by instruction, and notes which cache
/// lines of code and of data each one touches. Linux on x64 only. All calls come from one thread, as <c>ptrace</c> demands.
/// </summary>
internal sealed class Stepper : IDisposable
{
    private const int Continue = 7;
    private const int Step = 9;
    private const int GetRegisters = 12;
    private const int Detach = 17;
    private const int Seize = 0x4206;
    private const int AnyThread = 0x40000000;
    private const int Trap = 5;
    private const int Stop = 19;
    private const int LongestInstruction = 15;

    // Far above any operation, and far below a collection.
    private const int Longest = 300_000;

    private readonly int _process;
    private readonly SafeFileHandle _memory;
    private readonly Dictionary<ulong, Decoded> _code = [];
    private readonly InstructionInfoFactory _info = new();
    private Registers _registers;

    public Stepper(int process)
    {
        _process = process;
        Check(ptrace(Seize, process, 0, 0));
        _memory = File.OpenHandle($"/proc/{process}/mem");
    }

    /// <summary>Waits for the next stop.</summary>
    public void AwaitStop()
    {
        for (var signal = Wait(); signal != Stop; signal = Wait())
        {
            Resume(signal);
        }
    }

    /// <summary>
    /// Steps from here to the next stop, where the thread waits for <see cref="Resume"/>. Returns null when the runtime interrupts the thread, for a
    /// collection of garbage: it would repeat that faster than the thread steps. Also when the thread itself collects garbage.
    /// </summary>
    public Touched? StepToStop()
    {
        var touched = new Touched();
        while (true)
        {
            Check(ptrace(Step, _process, 0, 0));
            var signal = Wait();
            if (signal == Stop)
            {
                return touched;
            }

            if (signal != Trap || touched.Instructions > Longest)
            {
                Resume(signal == Trap ? 0 : signal);
                AwaitStop();
                return null;
            }

            Note(touched);
        }
    }

    /// <summary>Goes on.</summary>
    /// <param name="signal">The signal for which the thread has stopped; 0 for none.</param>
    public void Resume(int signal = 0) => Check(ptrace(Continue, _process, 0, signal));

    public void Dispose()
    {
        _ = ptrace(Detach, _process, 0, 0);
        _memory.Dispose();
    }

    // The instruction that comes next: its registers are those that it will use.
    private void Note(Touched touched)
    {
        Check(ptrace(GetRegisters, _process, 0, out _registers));
        var at = _registers.Rip;
        if (!_code.TryGetValue(at, out var code))
        {
            _code[at] = code = Decode(at);
        }

        touched.Code(at, code.Length);
        foreach (var memory in code.Memory)
        {
            if (memory.TryGetVirtualAddress(0, out var address, Value))
            {
                touched.Data(at, address, memory.MemorySize.GetSize(), _registers.Rsp);
            }
        }
    }

    private Decoded Decode(ulong at)
    {
        var bytes = new byte[LongestInstruction];
        var read = RandomAccess.Read(_memory, bytes, (long)at);
        var decoder = Decoder.Create(64, bytes.AsSpan(0, read).ToArray(), at);
        var instruction = decoder.Decode();
        return new(instruction.Length,
            [.. _info.GetInfo(instruction).GetUsedMemory().Where(memory => memory.Access is not (OpAccess.None or OpAccess.NoMemAccess))]);
    }

    private bool Value(Register register, int elementIndex, int elementSize, out ulong value)
    {
        value = register switch
        {
            Register.RAX => _registers.Rax,
            Register.RBX => _registers.Rbx,
            Register.RCX => _registers.Rcx,
            Register.RDX => _registers.Rdx,
            Register.RSI => _registers.Rsi,
            Register.RDI => _registers.Rdi,
            Register.RBP => _registers.Rbp,
            Register.RSP => _registers.Rsp,
            Register.R8 => _registers.R8,
            Register.R9 => _registers.R9,
            Register.R10 => _registers.R10,
            Register.R11 => _registers.R11,
            Register.R12 => _registers.R12,
            Register.R13 => _registers.R13,
            Register.R14 => _registers.R14,
            Register.R15 => _registers.R15,
            Register.FS => _registers.FsBase,
            Register.GS => _registers.GsBase,
            _ => 0,
        };
        return true;
    }

    // Returns the signal for which the thread has stopped.
    private int Wait()
    {
        if (waitpid(_process, out var status, AnyThread) < 0 || (status & 0xff) != 0x7f)
        {
            throw new InvalidOperationException("the process has ended");
        }

        return (status >> 8) & 0xff;
    }

    private static void Check(long result)
    {
        if (result < 0)
        {
            throw new InvalidOperationException($"ptrace: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    [DllImport("libc", SetLastError = true)]
    private static extern long ptrace(long request, int process, long address, long data);

    [DllImport("libc", SetLastError = true)]
    private static extern long ptrace(long request, int process, long address, out Registers registers);

    [DllImport("libc", SetLastError = true)]
    private static extern int waitpid(int process, out int status, int options);

    private sealed record Decoded(int Length, UsedMemory[] Memory);

    // user_regs_struct
    [StructLayout(LayoutKind.Sequential)]
    private struct Registers
    {
        public ulong R15, R14, R13, R12, Rbp, Rbx, R11, R10, R9, R8, Rax, Rcx, Rdx, Rsi, Rdi, OriginalRax, Rip, Cs, Flags, Rsp, Ss, FsBase, GsBase, Ds, Es, Fs, Gs;
    }
}

// The bench's yardstick: a plain OpenCL host that launches any kernel the way a careful person would by hand (one
// profiling queue, a blocking clFinish per launch, event START..END) and nothing else. It decides nothing.
//
//   bench_host KERNEL.cl NAME --device PART --global 1048576|2048x2048 [--restore]
//              {--buffer COUNT:LOW:HIGH:r|w | --float V | --int V | --uint V}…      (in parameter order)
//
// Buffers hold floats. --restore copies written buffers from a pristine copy, and finishes the copy, before each launch.
// Commands come on standard input, one per line, and are answered by one JSON line each:
//   sweep SIZES WARMUPS SAMPLES ROUNDS     SIZES: 16,8x8,auto. Warm-ups come in the first round only, after a first
//                                          launch; SAMPLES are taken in every round.
// Answer: {"loop_ns":…,"copy_ns":…,"sizes":[{"first_ns":…,"run_ns":[…],"wall_ns":[…],"warm_ns":…}]}: loop_ns from
// before the first launch to after the last, first_ns the wall time of the first launch, warm_ns the device time of all
// warm-ups, copy_ns the median device time of one restore (0 without).
// Errors go to standard error with their OpenCL status; the exit status is then 1.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string &what, cl_int status = CL_SUCCESS)
{
    std::cerr << "bench_host: " << what;
    if (status != CL_SUCCESS)
        std::cerr << " (OpenCL status " << status << ")";
    std::cerr << std::endl;
    std::exit(1);
}

void check(cl_int status, const char *call)
{
    if (status != CL_SUCCESS)
        fail(std::string(call) + " failed", status);
}

std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    return parts;
}

// "16", "8x8"; empty for "auto".
std::vector<size_t> parse_size(const std::string &text)
{
    std::vector<size_t> size;
    if (text == "auto")
        return size;
    for (const std::string &part : split(text, 'x')) {
        const long long value = std::atoll(part.c_str());
        if (value <= 0)
            fail("not a size: " + text);
        size.push_back(static_cast<size_t>(value));
    }
    return size;
}

std::string name_of(cl_device_id device)
{
    char text[1024] = "";
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text, text, nullptr), "clGetDeviceInfo");
    return text;
}

// The first device whose own name or whose platform's name contains `part`.
cl_device_id find_device(const std::string &part)
{
    cl_uint count = 0;
    check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (cl_platform_id platform : platforms) {
        char text[256] = "";
        check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr), "clGetPlatformInfo");
        cl_uint found = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &found) != CL_SUCCESS)
            continue; // a platform without devices answers CL_DEVICE_NOT_FOUND
        std::vector<cl_device_id> devices(found);
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, found, devices.data(), nullptr), "clGetDeviceIDs");
        for (cl_device_id device : devices)
            if (std::string(text).find(part) != std::string::npos || name_of(device).find(part) != std::string::npos)
                return device;
    }
    fail("no OpenCL device matches \"" + part + "\"");
}

int64_t nanoseconds(Clock::duration duration)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

int64_t run_time(cl_event event)
{
    cl_ulong start = 0, end = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr), "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr), "clGetEventProfilingInfo");
    return static_cast<int64_t>(end - start);
}

int64_t median(std::vector<int64_t> values)
{
    if (values.empty())
        return 0;
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

void print_list(const char *name, const std::vector<int64_t> &values)
{
    std::cout << ",\"" << name << "\":[";
    for (size_t i = 0; i < values.size(); ++i)
        std::cout << (i == 0 ? "" : ",") << values[i];
    std::cout << "]";
}

struct Restored {
    cl_mem pristine, target;
    size_t bytes;
};

struct Measured {
    int64_t first = 0, warm = 0;
    std::vector<int64_t> run, wall;
};

class Host {
  public:
    Host(int argc, char **argv)
    {
        if (argc < 3)
            fail("usage: bench_host KERNEL.cl NAME [options]");
        std::string part;
        for (int i = 3; i < argc; ++i)
            if (std::string(argv[i]) == "--device" && i + 1 < argc)
                part = argv[i + 1];
        cl_device_id device = find_device(part);
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, device, CL_QUEUE_PROFILING_ENABLE, &status);
        check(status, "clCreateCommandQueue");
        build(argv[1], argv[2], device);
        for (int i = 3; i < argc; ++i)
            i += take(argv[i], i + 1 < argc ? argv[i + 1] : "");
    }

    void sweep(const std::string &sizes, size_t warmups, size_t samples, size_t rounds)
    {
        const std::vector<std::string> names = split(sizes, ',');
        std::vector<std::vector<size_t>> locals;
        for (const std::string &name : names)
            locals.push_back(parse_size(name));
        std::vector<Measured> measured(locals.size());
        copies_.clear();
        const auto begun = Clock::now();
        for (size_t round = 0; round < rounds; ++round)
            for (size_t i = 0; i < locals.size(); ++i) {
                int64_t wall = 0;
                if (round == 0) {
                    launch(locals[i], measured[i].first);
                    for (size_t done = 0; done < warmups; ++done)
                        measured[i].warm += launch(locals[i], wall);
                }
                for (size_t done = 0; done < samples; ++done) {
                    measured[i].run.push_back(launch(locals[i], wall));
                    measured[i].wall.push_back(wall);
                }
            }
        const int64_t loop = nanoseconds(Clock::now() - begun);
        std::cout << "{\"loop_ns\":" << loop << ",\"copy_ns\":" << median(copies_) << ",\"sizes\":[";
        for (size_t i = 0; i < measured.size(); ++i) {
            std::cout << (i == 0 ? "" : ",") << "{\"first_ns\":" << measured[i].first << ",\"warm_ns\":" << measured[i].warm;
            print_list("run_ns", measured[i].run);
            print_list("wall_ns", measured[i].wall);
            std::cout << "}";
        }
        std::cout << "]}" << std::endl;
    }

  private:
    void build(const char *path, const char *name, cl_device_id device)
    {
        std::ifstream file(path);
        if (!file)
            fail(std::string("cannot read ") + path);
        std::stringstream text;
        text << file.rdbuf();
        const std::string source = text.str();
        const char *pointer = source.c_str();
        cl_int status = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context_, 1, &pointer, nullptr, &status);
        check(status, "clCreateProgramWithSource");
        check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
        kernel_ = clCreateKernel(program, name, &status);
        check(status, "clCreateKernel");
    }

    // Takes one option; returns how many values it used.
    int take(const std::string &option, const std::string &value)
    {
        if (option == "--restore") {
            restore_ = true;
            return 0;
        }
        if (option == "--device")
            return 1;
        if (option == "--global") {
            global_ = parse_size(value);
            return 1;
        }
        if (option == "--buffer") {
            add_buffer(value);
            return 1;
        }
        const cl_float as_float = static_cast<cl_float>(std::atof(value.c_str()));
        const cl_int as_int = std::atoi(value.c_str());
        const cl_uint as_uint = static_cast<cl_uint>(std::strtoul(value.c_str(), nullptr, 10));
        if (option == "--float")
            check(clSetKernelArg(kernel_, argument_++, sizeof as_float, &as_float), "clSetKernelArg");
        else if (option == "--int")
            check(clSetKernelArg(kernel_, argument_++, sizeof as_int, &as_int), "clSetKernelArg");
        else if (option == "--uint")
            check(clSetKernelArg(kernel_, argument_++, sizeof as_uint, &as_uint), "clSetKernelArg");
        else
            fail("unknown option " + option);
        return 1;
    }

    void add_buffer(const std::string &text)
    {
        const std::vector<std::string> parts = split(text, ':');
        if (parts.size() != 4)
            fail("not a buffer: " + text);
        std::mt19937 random(1 + argument_);
        std::uniform_real_distribution<float> uniform(std::stof(parts[1]), std::stof(parts[2]));
        std::vector<float> values(std::stoull(parts[0]));
        for (float &value : values)
            value = uniform(random);
        const size_t bytes = values.size() * sizeof(float);
        cl_int status = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, values.data(), &status);
        check(status, "clCreateBuffer");
        if (parts[3] == "w") {
            cl_mem pristine = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, values.data(), &status);
            check(status, "clCreateBuffer");
            restored_.push_back({pristine, buffer, bytes});
        }
        check(clSetKernelArg(kernel_, argument_++, sizeof buffer, &buffer), "clSetKernelArg");
    }

    void restore()
    {
        int64_t copied = 0;
        std::vector<cl_event> events(restored_.size());
        for (size_t i = 0; i < restored_.size(); ++i)
            check(clEnqueueCopyBuffer(queue_, restored_[i].pristine, restored_[i].target, 0, 0, restored_[i].bytes, 0, nullptr, &events[i]),
                  "clEnqueueCopyBuffer");
        check(clFinish(queue_), "clFinish");
        for (cl_event event : events) {
            copied += run_time(event);
            check(clReleaseEvent(event), "clReleaseEvent");
        }
        copies_.push_back(copied);
    }

    // Returns the device time; `wall` becomes the time from before the enqueue to after clFinish.
    int64_t launch(const std::vector<size_t> &local, int64_t &wall)
    {
        if (restore_)
            restore();
        size_t launched[3] = {1, 1, 1};
        for (size_t d = 0; d < global_.size(); ++d)
            launched[d] = local.empty() ? global_[d] : (global_[d] + local[d] - 1) / local[d] * local[d];
        cl_event event = nullptr;
        const auto before = Clock::now();
        check(clEnqueueNDRangeKernel(queue_, kernel_, static_cast<cl_uint>(global_.size()), nullptr, launched,
                                     local.empty() ? nullptr : local.data(), 0, nullptr, &event),
              "clEnqueueNDRangeKernel");
        check(clFinish(queue_), "clFinish");
        wall = nanoseconds(Clock::now() - before);
        const int64_t run = run_time(event);
        check(clReleaseEvent(event), "clReleaseEvent");
        return run;
    }

    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_kernel kernel_ = nullptr;
    cl_uint argument_ = 0;
    bool restore_ = false;
    std::vector<size_t> global_;
    std::vector<Restored> restored_;
    std::vector<int64_t> copies_;
};

} // namespace

int main(int argc, char **argv)
{
    Host host(argc, argv);
    for (std::string line; std::getline(std::cin, line);) {
        std::stringstream words(line);
        std::string command, sizes;
        size_t warmups = 0, samples = 0, rounds = 0;
        if (!(words >> command >> sizes >> warmups >> samples >> rounds) || command != "sweep")
            fail("not a command: " + line);
        host.sweep(sizes, warmups, samples, rounds);
    }
    return 0;
}
